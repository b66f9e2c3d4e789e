import type { StoredUser } from "#contracts/identity/shapes.ts"

/** The fields that every customer screen sends. The server checks each against the session. */
export function customerBody(user: StoredUser, client: string) {
  const { firstName, lastName } = user
  return { ...common(user, client), firstName, lastName }
}

/**
 * The same fields for the dashboard and the profile, whose calls name the person in a separate
 * field.
 */
export function policyHolderBody(user: StoredUser, client: string) {
  const { firstName, lastName } = user
  return { ...common(user, client), policyHolder: { firstName, lastName } }
}

function common(
  { accountNumber, policyNumber, userid, isEmailSubscribed }: StoredUser,
  client: string,
) {
  return { client, accountNumber, policyNumber, userid, isEmailSubscribed }
}
