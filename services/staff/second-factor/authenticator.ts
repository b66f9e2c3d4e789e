import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { encodeQR } from "qr"

/** The kind of code that all common apps support. Source: RFC 6238. */
const period = 30
const kind = { algorithm: "SHA1", digits: 6, period } as const
const secretBytes = 20
/** Also accepts the code of the step before or after, because the clocks of phones are not exact. */
const stepsApart = 1

const recoveryCodeCount = 10
/** 120 bits: too many to guess from a stored hash. Source: ASVS 5.0, 6.5.2. */
const recoveryCodeBytes = 15

/** A new secret, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address that sets up an app, also as a QR code to scan. */
export function enrolmentOf(secret: string, issuer: string, username: string) {
  const address = totp(secret, issuer, username).toString()
  const qr = encodeQR(address, "raw").map((row) => row.map((dark) => (dark ? "1" : "0")).join(""))
  return { secret, address, qr }
}

/** The number of the 30-second step since 1970 that has this code; undefined if none near `now` has. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: stepsApart })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

function totp(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ ...kind, secret: Secret.fromBase32(secret), issuer, label })
}

/** Codes such as "7QXK-M2PD-R4TV-A6WH-JC3N-5EZB". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const bytes = randomBytes(recoveryCodeBytes)
    const code = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
    return code.match(/.{4}/g)?.join("-") ?? code
  })
}

/** A typed recovery code in the form in which it was created. */
export function recoveryCodeOf(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z2-7]/g, "")
  return letters.match(/.{1,4}/g)?.join("-") ?? ""
}
