import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { type Passwords, passwordOf } from "#services/identity/credentials/password.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { payerAccount, payers } from "#testing/payers.ts"
import { client, payerUserid } from "../names.ts"

/** The password of all people who sign in during a measurement. */
export const signInPassword = "Anchor-2026"
const productsOfEach = 5

/** Replaces Harbor Mutual's people with so many who can sign in; their hashes have the full cost. */
export async function addPeopleWhoSignIn(
  database: Database,
  passwords: Passwords,
  count: number,
): Promise<void> {
  await database.transaction((tx) => replacePeople(tx, client, payers(count, productsOfEach)))
  const users = await Promise.all(
    Array.from({ length: count }, async (_, payer) => {
      const holder = { userid: payerUserid(payer), client, accountNumber: payerAccount(payer) }
      return {
        ...holder,
        username: `payer${payer}`,
        passwordHash: await passwords.hash(signInPassword, passwordOf(holder)),
        securityQuestionId: null,
        securityAnswerHash: null,
        reactivate: false,
      }
    }),
  )
  await database.transaction((tx) => addUsers(tx, users, systemClock.now()))
}
