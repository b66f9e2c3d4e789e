import { loadFolder } from "#commands/load/load-folder.ts"
import { migrate } from "#database/migrating/migrate.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { passwordOf } from "#services/identity/credentials/password.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payers } from "#testing/payers.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { fillAutoPay } from "./auto-pay.ts"
import { addRefundingStaff } from "./fill.store.ts"
import {
  client,
  dueDate,
  host,
  laterSamples,
  payerUserid,
  recordIdOf,
  refusedSamples,
  samples,
  supportHost,
  today,
} from "./names.ts"
import { openSession, type Session } from "./sessions.ts"

/** The people of a world, who owe payments. */
export interface WorldPeople {
  accounts: number
  products: number
  /** The password of all people; without it, no one can sign in. */
  password?: string
  /** Whether each person has one more product, on auto pay. */
  hasAutoPay?: boolean
}

/** The generated people. With auto pay, each one has one more product, which is due today. */
function peopleOf({ accounts, products, hasAutoPay = false }: WorldPeople) {
  return payers(accounts, products + (hasAutoPay ? 1 : 0)).map((record) => ({
    ...record,
    products: record.products.map(({ policy, ...product }, index) => {
      const date = (index < products ? dueDate : today()).toString()
      return { ...product, policy: { ...policy, billing: { ...policy.billing, dueDate: date } } }
    }),
  }))
}

/** Loads the demo's brand and texts, with generated people instead of the demo's. */
export async function fillWorld(database: Database, size: WorldPeople) {
  const { accounts, products, password, hasAutoPay = false } = size
  await migrate(database)
  await loadFolder(database, demoFolder, {
    clock: systemClock,
    audit: testAudit(systemClock),
    passwords: testPasswords,
  })
  await database.transaction((tx) => replacePeople(tx, client, peopleOf(size)))
  await addPayingUsers(database, accounts, async (owner) =>
    password ? await testPasswords.hash(password, owner) : "no one can sign in with it",
  )
  const sessions: Session[] = []
  for (let payer = 0; payer < accounts; payer += 1) {
    const accountNumber = payerAccount(payer)
    for (const sample of [...samples, ...laterSamples, ...refusedSamples]) {
      await saveMethod(database, {
        recordId: recordIdOf(payer, sample),
        client,
        accountNumber,
        sample,
      })
    }
    const owner = { userid: payerUserid(payer), accountNumber, staffUserid: null, client }
    sessions.push(await openSession(database, host, owner))
  }
  if (hasAutoPay) await fillAutoPay(database, accounts, products)
  // A staff member may do only a few things per hour.
  const names = await addRefundingStaff(database, client, Math.ceil((accounts * products) / 100))
  const staff = await Promise.all(
    names.map(async (staffUserid) => {
      const owner = { userid: null, accountNumber: null, staffUserid, client: "support" }
      return await openSession(database, supportHost, owner)
    }),
  )
  return { sessions, staff }
}

/** Adds the users of this many payers, with the password hashes that `hash` returns. */
export async function addPayingUsers(
  database: Database,
  accounts: number,
  hash: (owner: ReturnType<typeof passwordOf>) => Promise<string>,
): Promise<void> {
  const users = await Promise.all(
    Array.from({ length: accounts }, async (_, payer) => {
      const holder = { userid: payerUserid(payer), client, accountNumber: payerAccount(payer) }
      return {
        ...holder,
        username: `payer${payer}`,
        passwordHash: await hash(passwordOf(holder)),
        securityQuestionId: null,
        securityAnswerHash: null,
        reactivate: false,
      }
    }),
  )
  await database.transaction((tx) => addUsers(tx, users, systemClock.now()))
}
