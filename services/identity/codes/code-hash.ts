import { randomInt } from "node:crypto"
import { passcodeLength } from "#contracts/rules.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { type CodeFor, keyOf } from "./one-time-codes.store.ts"

export function newPasscode(): string {
  return String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, "0")
}

/**
 * What the database keeps of a one-time code. A million codes are soon tried, so the hash needs
 * the attempt's secret, which only the browser holds, besides the installation's key.
 */
export function hashPasscode(secrets: Secrets, attemptSecret: string, passcode: string): Buffer {
  return secrets.hash("one-time code", passcode, attemptSecret)
}

/** Holds whose attempt it is and what for, so that one cannot be made that of another. */
export function hashAttempt(
  secrets: Secrets,
  secret: string,
  { subject, purpose }: CodeFor,
): Buffer {
  return secrets.hash("code attempt", secret, keyOf(subject), purpose)
}
