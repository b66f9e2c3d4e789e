/** The account name everywhere but on the sign-in form, where the person types the username alone. */
export function useridOf(username: string, client: string): string {
  return `${username.trim().toLowerCase()}_${client}`
}

/** What the person typed to sign in, of "maria.santos_harbor". */
export function usernameOf(userid: string): string {
  return userid.slice(0, userid.lastIndexOf("_"))
}
