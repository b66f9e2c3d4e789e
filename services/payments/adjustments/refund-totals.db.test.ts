import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { migrationText } from "#testing/migration-text.ts"
import { findPaymentEvents } from "../paying/payments.store.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
let payer = 0
let id = ""

before(async () => {
  at = await startPaymentsTest(20)
  server = at.startProcess()
})
after(() => at.close())

/** A payment of which $5.00 and then $7.50 were refunded. */
beforeEach(async () => {
  payer += 1
  id = (await server.submit(paymentBy(payer))).id
  for (const amount of [500, 750]) {
    const asked = { amount, reason: "Paid twice", reopens: false, key: `${id} ${amount}` }
    const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
    await server.refunds.request(await at.payment(id), asked, by)
  }
})

async function totals() {
  const events = await findPaymentEvents(at.database, client, [id])
  return events.flatMap(({ refundedTotal }) => (refundedTotal === null ? [] : [refundedTotal]))
}

async function columns() {
  return await at.database.rows<{ reason: string; total: number | null }>(
    sql`select reason, refunded_total::float8 as total from myaccount_core.payment_event
      where client = ${client} and payment_id = ${id} and reason <> '' order by number`,
  )
}

/** The events as a server of the release before writes them. */
async function writeAsEarlier() {
  await at.database.rows(
    sql`update myaccount_core.payment_event set refunded_total = null
      where client = ${client} and payment_id = ${id}`,
  )
}

async function setLastReason(reason: string) {
  await at.database.rows(
    sql`update myaccount_core.payment_event set reason = ${reason}
      where client = ${client} and payment_id = ${id} and number = (
        select max(number) from myaccount_core.payment_event
        where client = ${client} and payment_id = ${id})`,
  )
}

async function migrate() {
  const text = await migrationText("0285-fill-refund-totals.sql")
  await at.database.transaction((tx) => tx.script(text))
}

const both = [
  { reason: "5.00", total: 5 },
  { reason: "12.50", total: 12.5 },
]

test("REFUND-10 the sum of all refunds is stored as a number, and as the text that earlier servers read", async () => {
  assert.deepEqual(await columns(), both)
  assert.deepEqual(await totals(), [500, 1_250])
})

test("REFUND-10 the number counts if number and text differ", async () => {
  await setLastReason("99.00")
  assert.deepEqual(await totals(), [500, 1_250])
})

test("REFUND-10 the events of an earlier server count before and after the migration reads them", async () => {
  await writeAsEarlier()
  assert.deepEqual(await totals(), [500, 1_250])
  await migrate()
  assert.deepEqual(await columns(), both)
  await migrate()
  assert.deepEqual(await columns(), both)
})

for (const reason of [
  "12,50",
  "12.5",
  " 12.50",
  "$12.50",
  "-12.50",
  "12345678901.00",
  "a refund",
]) {
  test(`REFUND-10 the migration stops at the total "${reason}" and names its payment`, async () => {
    await writeAsEarlier()
    await setLastReason(reason)
    await assert.rejects(migrate, (error: Error) => error.message.includes(`${id} at ${client}`))
    const [first] = await columns()
    assert.equal(first?.total, null)
    await setLastReason("12.50")
    await migrate()
    assert.deepEqual(await columns(), both)
  })
}

test("REFUND-10 the migration stops if a payment and the last total of its events differ by a cent", async () => {
  await writeAsEarlier()
  await setLastReason("12.49")
  await assert.rejects(migrate, (error: Error) =>
    error.message.includes(`${id} at ${client}: 12.50 and 12.49`),
  )
  await setLastReason("12.50")
  await migrate()
})
