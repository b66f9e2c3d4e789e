import { randomBytes } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { encodeQR } from "qr"

/** As the common apps know them; they read no other kind reliably. Source: RFC 6238. */
const period = 30
const kind = { algorithm: "SHA1", digits: 6, period } as const
const secretBytes = 20
/** A code of the step before or after is taken too: clocks of telephones are not exact. */
const stepsApart = 1

const recoveryCodeCount = 10
const recoveryCodeBytes = 10

/** A new secret, in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** What an app is told: as an address, and as the QR code that it scans. */
export function enrolmentOf(secret: string, issuer: string, username: string) {
  const address = totp(secret, issuer, username).toString()
  const qr = encodeQR(address, "raw").map((row) => row.map((dark) => (dark ? "1" : "0")).join(""))
  return { secret, address, qr }
}

/** The step whose code this is, counted from 1970 in 30 seconds; nothing when it is none. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: stepsApart })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}

function totp(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ ...kind, secret: Secret.fromBase32(secret), issuer, label })
}

/** Such as "7QXK-M2PD-R4TV-A6WH": 80 random bits, so that a plain hash of it gives nothing away. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const bytes = randomBytes(recoveryCodeBytes)
    const code = new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
    return code.match(/.{4}/g)?.join("-") ?? code
  })
}

/** A recovery code as it was made, however it was typed. */
export function recoveryCodeOf(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z2-7]/g, "")
  return letters.match(/.{1,4}/g)?.join("-") ?? ""
}
