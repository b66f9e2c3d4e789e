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
} from "../auto-pay-fixture.ts"

const address = "siobhan.obrien@example.com"
const chargeDate = "03/05/2026"

let app: TestApp
let at: AtAutoPay
let slow: SlowDatabase
let slowServer: TestServer
let siobhan: Customer

// A minute before the day of the charge in New York, at a server whose database is slow.
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
  app.clock.advance(app.clock.now().toTemporalInstant().until("2026-03-05T04:59:00Z"))
  siobhan = await customerOf(slowServer, "siobhan.obrien", "harbor")
})

afterEach(async () => {
  await slowServer.close()
  await app.close()
})

async function skip() {
  const { browser, body, host: hostName } = siobhan
  const asked = { ...body, policyNumber, hostName, chargeDate }
  return await browser.call(hostName, "PUT /myaccount-core/autoPay/skip", asked)
}

async function skips() {
  return await app.database.rows(
    sql`select state from myaccount_core.auto_pay_skip where policy_number = ${policyNumber}`,
  )
}

test("a debit that another server charges after this one has read it is not skipped", async () => {
  slow.meanwhile(async () => {
    app.clock.advance({ minutes: 2 })
    await app.billingRun()
  })
  const { messageIds, text } = await skip()
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
