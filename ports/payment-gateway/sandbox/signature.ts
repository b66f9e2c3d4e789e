import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"

export const signatureHeader = "sandbox-signature"
const freshForMs = 5 * 60_000

/** A report's signature: its time (milliseconds since 1970), and an HMAC with the secret. */
export function signatureOf(secret: string, body: string | Buffer, madeAt: number): string {
  return `${madeAt}.${macOf(secret, body, String(madeAt))}`
}

/** Whether a signature was made with the secret, for this body, within the last five minutes. */
export function isSigned(
  secret: string,
  body: string | Buffer,
  signature: string,
  now: number,
): boolean {
  const [madeAt = "", mac = ""] = signature.split(".")
  if (!/^\d{1,15}$/.test(madeAt) || Math.abs(now - Number(madeAt)) > freshForMs) return false
  return isSame(mac, macOf(secret, body, madeAt))
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function macOf(secret: string, body: string | Buffer, madeAt: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "reports", 32))
  return createHmac("sha256", key).update(`${madeAt}.`).update(body).digest("hex")
}
