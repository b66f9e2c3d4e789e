import { loadFolder } from "#commands/load/load-folder.ts"
import { migrate } from "#database/migrating/migrate.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import { type PersonRecord, replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy, payers } from "#testing/payers.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { loadAutoPay } from "../world/fill.store.ts"
import { client, today } from "../world/names.ts"
import { announceDue, copyPeople } from "./billing-day.store.ts"

/** Every thirtieth account has the same work on a day, as with monthly bills. */
export const every = 30
const noticeDays = 10
const otherClients = ["wayfarer", "electricians", "steelworkers"]

/**
 * The kinds of accounts: the due date in days from today, the amount owed, the sample method of
 * auto pay, and the result of today's run: bills issued, notices, confirmed and other charges.
 */
const models = [
  { dueIn: 30, owed: 0, sample: null, outcome: "1 0 0 0", emails: 0 },
  { dueIn: noticeDays, owed: payerDue, sample: "bank", outcome: "0 1 0 0", emails: 1 },
  { dueIn: 0, owed: payerDue, sample: "visa", outcome: "0 0 1 0", emails: 1 },
  { dueIn: 60, owed: 0, sample: null, outcome: "0 0 0 0", emails: 0 },
]
export const kinds = models.length

/** The result of the day for the accounts of each kind. */
export function expectedOutcomes(count: number) {
  const numbers = Array.from(models, () => 0)
  for (let number = 0; number < count; number += 1) {
    const kind = Math.min(number % every, kinds - 1)
    numbers[kind] = (numbers[kind] ?? 0) + 1
  }
  return models.map(({ outcome, emails }, kind) => ({
    outcome,
    emails,
    accounts: numbers[kind] ?? 0,
  }))
}

/** Loads the demo's brands with these accounts of one client, and no other people. */
export async function fillAccounts(database: Database, count: number): Promise<void> {
  await migrate(database)
  await loadFolder(database, demoFolder, {
    clock: systemClock,
    audit: testAudit(systemClock),
    passwords: testPasswords,
  })
  await database.transaction(async (tx) => {
    for (const other of otherClients) await replacePeople(tx, other, [])
    await replacePeople(tx, client, modelPeople())
  })
  for (const [payer, { sample }] of models.entries()) {
    if (sample === null) continue
    const recordId = `pm-${payer}`
    await saveMethod(database, { recordId, client, accountNumber: payerAccount(payer), sample })
    await loadAutoPay(database, client, payerPolicy(payer), recordId)
  }
  await copyPeople(database, {
    client,
    count,
    every,
    models: models.map((_, payer) => ({
      accountNumber: payerAccount(payer),
      policyNumber: payerPolicy(payer),
    })),
  })
  const on = today().subtract({ days: noticeDays }).toString()
  const at = earlier(systemClock.now(), { days: noticeDays })
  await announceDue(database, client, today().toString(), { on, at })
}

/** The bills are yearly, so that no second one is issued today. */
function modelPeople(): PersonRecord[] {
  return payers(models.length).map(({ person, products }, payer) => {
    const { dueIn = 0, owed = 0 } = models[payer] ?? {}
    const dueDate = today().add({ days: dueIn }).toString()
    const frequencies = [{ code: "A", label: "Annual", amount: payerDue, fee: 0 }]
    const yearly = { frequencyCode: "A", frequencies, dueDate, amountDue: owed }
    return {
      person: { ...person, isEmailSubscribed: true },
      products: products.map(({ policy, ...product }) => ({
        ...product,
        policy: { ...policy, billing: { ...policy.billing, ...yearly } },
      })),
    }
  })
}
