/**
 * Rules that every first screen loads. Forms that few people fill in keep their rules elsewhere.
 */

export const usernameMaxLength = 100
/** argon2id reads the whole password; the limit prevents the hashing of a megabyte. */
export const passwordMaxLength = 200
export const userAgentMaxLength = 500

export const passcodeLength = 6
export const passcodeCoolDownSeconds = 60

/** Shown where the server or the account system cannot be reached. */
export const connectivityText =
  "Is seems as though we are not able to connect the server. Please try again or call our customer service team for support."

/** Minutes without mouse or keyboard input after which a session ends. */
export const idleMinutes = 15
/** How many minutes before the end the browser warns. */
export const idleWarningMinutes = 2

export function isBlank(value: string): boolean {
  return value.trim() === ""
}

/** Six digits: the format of an emailed one-time code. */
export function isPasscode(value: string): boolean {
  return /^\d{6}$/.test(value)
}
