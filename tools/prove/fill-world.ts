import { migrate } from "#database/migrating/migrate.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { passwordOf } from "#services/identity/credentials/password.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { startSession } from "#services/identity/sessions/start-session.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payers } from "#testing/payers.ts"
import { testAudit, testPasswords, testSecrets } from "#testing/secret-key.ts"
import { loadFolder } from "#tools/load/load-folder.ts"
import { fillAutoPay } from "./auto-pay-people.ts"
import {
  client,
  dueDate,
  host,
  laterSamples,
  payerUserid,
  recordIdOf,
  samples,
  supportHost,
  today,
} from "./names.ts"
import { addRefundingStaff } from "./staff.store.ts"

/** The people of a world, who owe payments. */
export interface WorldPeople {
  accounts: number
  products: number
  /** The password of all people; without it, no one can sign in. */
  password?: string
  /** Whether each person has one more product, on auto pay. */
  hasAutoPay?: boolean
}

export interface PayerSession {
  cookie: string
  token: string
}

/** With auto pay, each person has one more product, which is due today. */
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
  const now = systemClock.now()
  const users = await Promise.all(
    Array.from({ length: accounts }, async (_, payer) => {
      const holder = {
        userid: payerUserid(payer),
        client,
        accountNumber: payerAccount(payer),
      }
      return {
        ...holder,
        username: `payer${payer}`,
        passwordHash: password
          ? await testPasswords.hash(password, passwordOf(holder))
          : "no one can sign in with it",
        securityQuestionId: null,
        securityAnswerHash: null,
        reactivate: false,
      }
    }),
  )
  await database.transaction((tx) => addUsers(tx, users, now))
  const sessions: PayerSession[] = []
  for (let payer = 0; payer < accounts; payer += 1) {
    const accountNumber = payerAccount(payer)
    for (const sample of [...samples, ...laterSamples]) {
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
  // Staff may do few things in an hour.
  const names = await addRefundingStaff(database, client, Math.ceil((accounts * products) / 100))
  const staff = await Promise.all(
    names.map(async (staffUserid) => {
      const owner = { userid: null, accountNumber: null, staffUserid, client: "support" }
      return await openSession(database, supportHost, owner)
    }),
  )
  return { sessions, staff }
}

/** Opens a session as a sign-in does, with keys of its own if `secrets` has them. */
export async function openSession(
  database: Database,
  host: string,
  owner: Parameters<typeof startSession>[3],
  secrets = testSecrets,
): Promise<PayerSession> {
  let cookie = ""
  const cookies = {
    get: () => undefined,
    set: (_: string, value: string) => {
      cookie = value
    },
    clear() {},
  }
  const isCustomerSite = owner.userid !== null
  const site = { host, origin: `http://${host}`, client: owner.client, clientName: "" }
  const request = {
    site: { ...site, isCustomerSite, clients: [client], groupTerm: "union", hosts: [host] },
    cookies,
  }
  const needs = { clock: systemClock, secrets }
  const token = await database.transaction((tx) => startSession(tx, needs, request, owner))
  return { cookie, token }
}
