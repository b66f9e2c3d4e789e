import type { StoredUser } from "../identity/shapes.ts"

/**
 * The fields that every customer screen sends. The server checks each against the session. The page
 * runs the text of this function and of the next one before it loads the application: they use
 * nothing else, and the same fields in the same order make its early call reusable.
 */
export function customerBody(user: StoredUser, client: string) {
  const { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName } = user
  return { client, accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName }
}

/**
 * The same fields for the dashboard and the profile, whose calls name the person in a separate
 * field.
 */
export function policyHolderBody(user: StoredUser, client: string) {
  const { firstName, lastName, ...common } = customerBody(user, client)
  return { ...common, policyHolder: { firstName, lastName } }
}
