import { Secret, TOTP } from "otpauth"

/** The code that an authenticator app shows at this time, in milliseconds since 1970. */
export function authenticatorCode(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
