import { randomInt } from "node:crypto"
import { passcodeLength } from "#contracts/identity/one-time-code-rules.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { type CodeFor, codeKeyOf } from "./one-time-codes.store.ts"

export function newPasscode(): string {
  return String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, "0")
}

/**
 * The stored form of a one-time code. A million codes can be tried quickly, so the hash also
 * depends on the attempt's secret, which only the browser has, and on the installation's key.
 */
export function hashPasscode(secrets: Secrets, attemptSecret: string, passcode: string): Buffer {
  return secrets.hash("one-time code", passcode, attemptSecret)
}

/** The hash includes owner and purpose, so that a forged row cannot change them. */
export function hashAttempt(
  secrets: Secrets,
  secret: string,
  { subject, purpose }: CodeFor,
): Buffer {
  return secrets.hash("code attempt", secret, codeKeyOf(subject), purpose)
}
