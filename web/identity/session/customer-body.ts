import type { StoredUser } from "#contracts/identity/shapes.ts"

/** What every screen of a customer sends; the server checks each field against the session. */
export function customerBody(user: StoredUser, client: string) {
  const { firstName, lastName } = user
  return { ...common(user, client), firstName, lastName }
}

/** The same for the dashboard and the profile, which name the person in a field of their own. */
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
