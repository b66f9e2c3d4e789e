import { createHmac, randomInt } from "node:crypto"
import { passcodeLength } from "#contracts/rules.ts"

export function newPasscode(): string {
  return String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, "0")
}

/**
 * What the database keeps of a one-time code. A million codes are soon tried, so the hash is
 * keyed with the attempt's secret, which only the browser holds.
 */
export function hashPasscode(attemptSecret: string, passcode: string): Buffer {
  return createHmac("sha256", attemptSecret).update(passcode).digest()
}
