/** The account name everywhere but on the sign-in form, where the person types the username alone. */
export function useridOf(username: string, client: string): string {
  return `${username.trim().toLowerCase()}_${client}`
}
