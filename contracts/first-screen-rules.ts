/**
 * The rules that every first screen carries, apart from those of the forms that only few people
 * fill in.
 */

export const usernameMaxLength = 100
/** argon2id reads all of a password; the bound keeps a megabyte of it from being hashed. */
export const passwordMaxLength = 200
export const userAgentMaxLength = 500

export const passcodeLength = 6
export const passcodeCoolDownSeconds = 60

/** Shown where the server or the account system cannot be reached. */
export const connectivityText =
  "Is seems as though we are not able to connect the server. Please try again or call our customer service team for support."

/** Minutes without mouse or key after which a session ends. */
export const idleMinutes = 15
/** Minutes before the end at which the browser warns. */
export const idleWarningMinutes = 2

export function isBlank(value: string): boolean {
  return value.trim() === ""
}

/** Six digits: what the mail holds and the code boxes take. */
export function isPasscode(value: string): boolean {
  return /^\d{6}$/.test(value)
}
