/** White space, and the characters that are invisible in Unicode 17. */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them alone
  /[\u034f\t-\r \u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/**
 * A username in the form for comparisons: without capitals, spaces and the invisible characters
 * that keyboards add. Look-alike letters stay different. `appauth.plain_username` follows the same
 * rule.
 */
export function plainUsername(username: string): string {
  // The lowercase form of the kelvin sign would be the letter k.
  return username.replace(unseen, "").replace(/[^\u212a]+/g, (part) => part.toLowerCase())
}

/** The userid of a user account. On the sign-in form, people type only the username. */
export function useridOf(username: string, client: string): string {
  return `${plainUsername(username)}_${client}`
}

/** The username in a userid: "maria.santos" for "maria.santos_harbor". */
export function usernameOf(userid: string): string {
  return userid.slice(0, userid.lastIndexOf("_"))
}

/**
 * Whether a staff account comes from an identity provider. Usernames of local accounts never
 * contain a colon.
 */
export function isProviderUserid(staffUserid: string): boolean {
  return staffUserid.includes(":")
}
