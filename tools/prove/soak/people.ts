import type { Database } from "#database/open.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { payers } from "#testing/payers.ts"
import { addPayingUsers } from "../world/fill.ts"
import { client } from "../world/names.ts"

/** The password of all people who sign in during a measurement. */
export const signInPassword = "Anchor-2026"
const productsOfEach = 5

/**
 * Replaces Harbor Mutual's people with this many who can sign in; their hashes have the full cost.
 */
export async function addPeopleWhoSignIn(
  database: Database,
  passwords: Passwords,
  count: number,
): Promise<void> {
  await database.transaction((tx) => replacePeople(tx, client, payers(count, productsOfEach)))
  await addPayingUsers(database, count, (owner) => passwords.hash(signInPassword, owner))
}
