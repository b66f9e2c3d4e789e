import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp, type TestServer } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { createSlowDatabase, type SlowDatabase } from "#testing/slow-database.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "./auto-pay-fixture.ts"

const address = "siobhan.obrien@example.com"
const chargeDate = "03/05/2026"

let app: TestApp
let at: AtAutoPay
let slow: SlowDatabase
let slowServer: TestServer

beforeEach(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  await at.restore()
  const due = { dueDate: "2026-03-05", amountDue: 3_460 }
  await openBooks(app.database, "harbor", [policyNumber], due)
  const { body } = await at.agreed(monthlyByCard)
  assert.equal((await at.put(body)).status, 200)
  slow = createSlowDatabase(app.database)
  slowServer = await app.startBeside({ database: slow.database })
})

afterEach(async () => {
  await slowServer.close()
  await app.close()
})

async function skip(siobhan: Customer) {
  const { browser, body, host: hostName } = siobhan
  const asked = { ...body, policyNumber, hostName, chargeDate }
  return await browser.call(hostName, "PUT /myaccount-core/autoPay/skip", asked)
}

async function skips() {
  return await app.database.rows(
    sql`select state from myaccount_core.auto_pay_skip where policy_number = ${policyNumber}`,
  )
}

test("a debit that another server charges after this one has read it cannot be skipped", async () => {
  // One minute before the day of the charge in New York.
  app.clock.advance(app.clock.now().toTemporalInstant().until("2026-03-05T04:59:00Z"))
  const siobhan = await customerOf(slowServer, "siobhan.obrien", "harbor")
  slow.meanwhile(async () => {
    app.clock.advance({ minutes: 2 })
    await app.billingRun()
  })
  const { messageIds, text } = await skip(siobhan)
  assert.deepEqual(messageIds, ["autoPay.skipChanged"], text)
  assert.deepEqual(await skips(), [])
  const payments = await app.database.rows(
    sql`select status, amount from myaccount_core.payment where policy_number = ${policyNumber}`,
  )
  assert.deepEqual(payments, [{ status: "accepted", amount: "36.10" }])
  const subjects = (await app.sentEmails()).filter(({ to }) => to === address)
  assert.equal(subjects.filter(({ subject }) => subject.includes("skipped")).length, 0)
  assert.equal(subjects.filter(({ subject }) => subject.includes("$36.10")).length, 1)
})

test("one agreement after a suspension is one change, even if the clock of the suspending server was ahead", async () => {
  const { accountNumber } = at.siobhan.body
  const changes = async () =>
    await app.database.rows(
      sql`select state from myaccount_core.auto_pay_change where policy_number = ${policyNumber}`,
    )
  const before = await changes()
  const suspendedAt = new Date(app.clock.now().getTime() + 4_000)
  await app.database.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number, policy_number,
        method_record_id, reason, suspended_at)
      values (gen_random_uuid(), 'harbor', ${accountNumber}, ${policyNumber}, 'T-CARD', 'lost_card',
        ${suspendedAt})`,
  )
  const { body } = await at.agreed(monthlyByCard)
  const { status, text } = await at.put(body)
  assert.equal(status, 200, text)
  assert.deepEqual(await changes(), [...before, { state: "made" }])
  const open = await app.database.rows(
    sql`select 1 from myaccount_core.auto_pay_suspension
      where policy_number = ${policyNumber} and ended_at is null`,
  )
  assert.equal(open.length, 0)
  const authorizations = await app.database.rows(
    sql`select 1 from myaccount_core."authorization" where policy_number = ${policyNumber}`,
  )
  assert.equal(authorizations.length, before.length + 1)
})

test("a suspension that comes after the person agreed stays, even if the clock of its server was behind", async () => {
  const { accountNumber } = at.siobhan.body
  const { body } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  await app.database.rows(sql`create function policy_admin.away() returns trigger language plpgsql
    as 'begin raise exception ''shutting down'' using errcode = ''57P03''; end'`)
  await app.database.rows(sql`create trigger away before update on policy_admin.billing
    for each row execute function policy_admin.away()`)
  assert.deepEqual((await at.put(body)).messageIds, ["autoPay.pending"])
  const suspendedAt = new Date(app.clock.now().getTime() - 4_000)
  await app.database.rows(
    sql`insert into myaccount_core.auto_pay_suspension (id, client, account_number, policy_number,
        method_record_id, reason, suspended_at)
      values (gen_random_uuid(), 'harbor', ${accountNumber}, ${policyNumber}, 'T-BANK', 'closed',
        ${suspendedAt})`,
  )
  await app.database.rows(sql`drop trigger away on policy_admin.billing`)
  await app.database.rows(sql`drop function policy_admin.away()`)
  app.clock.advance({ minutes: 5 })
  await app.settle()
  const suspensions = await app.database.rows(
    sql`select ended_at from myaccount_core.auto_pay_suspension
      where policy_number = ${policyNumber}`,
  )
  assert.deepEqual(suspensions, [{ endedAt: null }])
})
