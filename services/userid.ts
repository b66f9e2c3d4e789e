import { Failure } from "#contracts/messages.ts"

/** The account name everywhere but on the sign-in form, where the person types the username alone. */
export function useridOf(username: string, client: string): string {
  return `${username.trim().toLowerCase()}_${client}`
}

/** Errors: `request.notFound` when a body names somebody else than the session. */
export function checkUsername(
  username: string,
  { userid, client }: { userid: string; client: string },
): void {
  if (useridOf(username, client) !== userid) throw new Failure("request.notFound")
}
