import { createHash, createHmac, randomBytes, randomInt } from "node:crypto"
import { passcodeLength } from "#contracts/rules.ts"

/** 256 random bits for a cookie, token or hand-off. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** What the database keeps of a secret. A plain hash does: the secret cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

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
