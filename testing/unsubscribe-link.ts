import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { insertUnsubscribeLink } from "#services/profile/subscriptions/subscriptions.store.ts"
import { demoPerson } from "./demo-people.ts"
import { testSecrets } from "./secret-key.ts"

/** The token of an unsubscribe link for a demo person, from an email about payments. */
export async function unsubscribeToken(
  { database, clock }: { database: Database; clock: Clock },
  username: string,
): Promise<string> {
  const { client = "", accountNumber = "" } = demoPerson(username)
  const token = testSecrets.random()
  const tokenHash = testSecrets.hash("unsubscribe link", token)
  await insertUnsubscribeLink(database, { tokenHash, client, accountNumber, now: clock.now() })
  return token
}
