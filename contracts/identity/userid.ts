/** The name of a user account. On the sign-in form, people type only the username. */
export function useridOf(username: string, client: string): string {
  return `${username.trim().toLowerCase()}_${client}`
}

/** The username of a userid: "maria.santos" of "maria.santos_harbor". */
export function usernameOf(userid: string): string {
  return userid.slice(0, userid.lastIndexOf("_"))
}

/** Whether a staff account comes from an identity provider. No username of a local one has a colon. */
export function isProviderUserid(staffUserid: string): boolean {
  return staffUserid.includes(":")
}
