// @both-engines

import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { openTestDatabase } from "#testing/database.ts"
import { modelSeeds } from "#testing/model-seeds.ts"
import { payerAccount, payerDue, payerPolicy, payers } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import type { PolicyAdmin } from "../port.ts"
import { findBooks } from "./books.store.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"
import { openBills, settledOf } from "./ledger/balance.ts"
import { replacePeople } from "./people.load.ts"

let database: Database
let policyAdmin: PolicyAdmin
/** Each test has its own client and payers. */
let client: string
let tests = 0

before(async () => {
  database = await openTestDatabase()
  policyAdmin = createEmbeddedPolicyAdmin(database)
})
beforeEach(async () => {
  tests += 1
  client = `client-${tests}`
  await database.transaction((tx) => replacePeople(tx, client, payers(8)))
})
after(() => database.close())

function idOf(payer: number, payment: number): string {
  return `00000000-0000-4000-8000-0000000${payer}000${payment}`
}

function applied(payer: number, payment: number, amount: number, paidOn: string) {
  const product = { accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) }
  return policyAdmin.applyPayment({
    client,
    ...product,
    paymentId: idOf(payer, payment),
    amount,
    paidOn,
  })
}

/** Compares the figures in the database with its entries. */
async function checkFigures(payer: number) {
  const policyNumber = payerPolicy(payer)
  const stored = (await findBooks(database, client, undefined, [policyNumber])).get(policyNumber)
  assert.ok(stored)
  const open = openBills(stored.book)
  const shown = await policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer))
  assert.deepEqual(
    shown.map(({ number, owed }) => [number, owed]),
    open.map(({ bill, owed }) => [bill.number, owed]),
  )
  const policy = await policyAdmin.policy(client, payerAccount(payer), payerPolicy(payer))
  assert.ok(policy)
  const { amountDue, pastDueAmount, adjustment, billingCredit, dueDate } = policy.policy.billing
  const owed = open.reduce((sum, one) => sum + one.owed, 0) - settledOf(stored.book, null)
  assert.equal(amountDue + pastDueAmount - adjustment - billingCredit, owed)
  if (open[0]) assert.equal(dueDate, open[0].bill.dueDate)
  return { owed, billingCredit, open: open.map(({ bill, owed: cents }) => [bill.number, cents]) }
}

for (const seed of modelSeeds()) {
  test(`reports in any order, repeated and parallel, give the same books (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const reports = [0, 1, 2, 3, 4].map((n) => ({
      payment: n,
      amount: random.pick([payerDue, payerDue + 700, 2_000]),
      paidOn: `2026-03-${10 + n * 3}`,
      returnedOn: random.below(2) === 0 ? `2026-04-0${1 + n}` : null,
    }))
    const books = []
    for (let payer = 0; payer < 5; payer += 1) {
      const calls = reports
        .flatMap(({ payment, amount, paidOn, returnedOn }) => [
          () => applied(payer, payment, amount, paidOn),
          () => applied(payer, payment, amount, paidOn),
          ...(returnedOn
            ? [() => policyAdmin.returnPayment(client, idOf(payer, payment), returnedOn)]
            : []),
        ])
        .map((call) => ({ call, place: random.below(1_000) }))
        .sort((one, other) => one.place - other.place)
        .map(({ call }) => call)
      if (payer % 2 === 0) await Promise.all(calls.map((call) => call()))
      else for (const call of calls) await call()
      books.push(await checkFigures(payer))
    }
    for (const book of books) assert.deepEqual(book, books[0])
    for (const month of [3, 4, 5]) {
      await policyAdmin.billing.issueBills?.(client, `2026-0${month}-20`)
    }
    const later = []
    for (let payer = 0; payer < 5; payer += 1) later.push(await checkFigures(payer))
    for (const book of later) assert.deepEqual(book, later[0])
    assert.equal(later[0]?.owed, (books[0]?.owed ?? 0) + 3 * payerDue)
  })
}

test("a payment from before the last load can be returned, and is owed again", async () => {
  const { owed } = await checkFigures(7)
  await applied(7, 1, owed, "2026-03-10")
  assert.equal((await checkFigures(7)).owed, 0)
  const again = payers(8)
  const [person] = again.slice(7)
  assert.ok(person?.products[0])
  person.person.lastName = "Another"
  person.products[0].policy.billing.amountDue = 0
  person.products[0].policy.billing.dueDate = "2026-04-15"
  const asOf = new Date(Date.now() + 60_000)
  await database.transaction((tx) => replacePeople(tx, client, again, { asOf }))
  assert.equal((await checkFigures(7)).owed, 0)
  await policyAdmin.returnPayment(client, idOf(7, 1), "2026-03-20")
  await policyAdmin.returnPayment(client, idOf(7, 1), "2026-03-20")
  assert.deepEqual((await checkFigures(7)).open, [[0, owed]])
  await policyAdmin.billing.issueBills?.(client, "2026-04-01")
  assert.deepEqual((await checkFigures(7)).open, [
    [0, owed],
    [1, payerDue],
  ])
})
