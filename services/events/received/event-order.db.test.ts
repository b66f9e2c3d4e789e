import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { earlier, later } from "#platform/time.ts"
import {
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "#services/payments/auto-pay/auto-pay-fixture.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { newWebhookSecret, senderOf, writeEventsFile } from "#testing/events.ts"
import { logLines } from "#testing/log-lines.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { payFor } from "#testing/pay-now.ts"

const secret = newWebhookSecret()
const logged: string[] = []
let app: TestApp
let accountSystem: AccountSystem
let file: Awaited<ReturnType<typeof writeEventsFile>>
let send: ReturnType<typeof senderOf>

before(async () => {
  file = await writeEventsFile({
    senders: [{ name: "pas", secrets: [secret], clients: ["harbor"] }],
  })
  app = await startTestApp({
    env: { EVENTS_FILE: file.path },
    logTo: logLines((line) => logged.push(line)),
    policyAdmin: (database) => {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
  send = senderOf(app, { sender: "pas", signedBy: secret })
})
after(async () => {
  await app.close()
  await file.remove()
})

const ofAccount = ({ body: { client, accountNumber } }: Customer) => ({ client, accountNumber })
const minutesAgo = (minutes: number) => earlier(app.clock.now(), { minutes })

async function sends(type: string, data: object, at: Date): Promise<void> {
  const { status } = await send(type, data, { at })
  assert.equal(status, 204)
}

async function isSignedIn({ browser, host, body }: Customer): Promise<boolean> {
  const { status } = await browser.call(host, "POST /myaccount-core/paymentMethods", body)
  return status === 200
}

async function closingsOf({ body: { accountNumber } }: Customer): Promise<number> {
  const entries = await auditLog(app.database, "harbor")
  const closings = entries.filter(({ action }) => action === "account.close")
  return closings.filter((entry) => entry.accountNumber === accountNumber).length
}

/** Whether staff see that a late event closed the account. */
async function isListed({ body: { accountNumber } }: Customer): Promise<boolean> {
  const rows = await app.database.rows(
    sql`select 1 from myaccount_core.payment_difference where kind = 'lateClosing'
      and client = 'harbor' and subject like ${`%account ${accountNumber}`} and resolved_at is null`,
  )
  return rows.length === 1
}

async function suspensionsOf({ body: { accountNumber } }: Customer): Promise<number> {
  const rows = await app.database.rows(
    sql`select 1 from myaccount_core.auto_pay_suspension
      where client = 'harbor' and account_number = ${accountNumber} and ended_at is null`,
  )
  return rows.length
}

test("EVENT-16 a closing older than the sign-in is listed for staff and has no effect while a product is active", async () => {
  const robert = await customerOf(app, "robert.chen", "harbor")
  await sends("account.closed", ofAccount(robert), minutesAgo(2 * 24 * 60))
  await sends("account.closed", ofAccount(robert), new Date("2019-01-01T00:00:00Z"))
  assert.deepEqual(
    [await isSignedIn(robert), await suspensionsOf(robert), await closingsOf(robert)],
    [true, 0, 0],
  )
  assert.ok(await isListed(robert))
  await app.sweep()
  assert.ok(await isListed(robert), "the comparison with the gateway leaves it")
  app.clock.advance({ minutes: 1 })
  await sends("account.closed", ofAccount(robert), app.clock.now())
  assert.deepEqual([await isSignedIn(robert), await closingsOf(robert)], [false, 1])
  assert.equal(await isListed(robert), false, "the newer event decides")
})

test("EVENT-16 a closing older than account.changed is listed, and a newer account.changed resolves it", async () => {
  const owner = { client: "harbor", accountNumber: "HM2073350" }
  const james = { body: owner } as Customer
  await sends("account.changed", owner, minutesAgo(10))
  await sends("account.closed", owner, minutesAgo(20))
  assert.ok(await isListed(james))
  await sends("account.changed", owner, minutesAgo(30))
  await sends("account.changed", owner, minutesAgo(20))
  assert.ok(await isListed(james), "news that are not newer than the closing decide nothing")
  await sends("account.changed", owner, minutesAgo(15))
  assert.equal(await isListed(james), false)
  assert.equal(await closingsOf(james), 0)
})

test("EVENT-16 a closing older than an auto pay agreement does not stop auto pay", async () => {
  const at = await siobhanAtAutoPay(app)
  app.clock.advance({ minutes: 4 })
  const { body } = await at.agreed(monthlyByCard)
  assert.equal((await at.put(body)).status, 200)
  await app.settle()
  await sends("account.closed", ofAccount(at.siobhan), minutesAgo(2))
  assert.deepEqual([await suspensionsOf(at.siobhan), await isListed(at.siobhan)], [0, true])
  const open = await app.database.rows(
    sql`select 1 from policy_admin.billing where client = 'harbor'
      and policy_number = ${policyNumber} and payment_method_record_id is not null`,
  )
  assert.equal(open.length, 1)

  // The account is closed and no bill is due. Nothing was charged, so no notice mentions a charge.
  await openBooks(app.database, "harbor", [policyNumber], { dueDate: "2026-04-19", amountDue: 0 })
  await sends("account.closed", ofAccount(at.siobhan), app.clock.now())
  const again = await customerOf(app, "siobhan.obrien", "harbor")
  const { reply } = await again.browser.call(
    again.host,
    "POST /myaccount-core/products",
    again.body,
  )
  const product = reply.activeProducts.find((one) => one.policyNumber === policyNumber)
  assert.equal(product?.autoPayNotice?.state, "suspended")
  assert.deepEqual(product.autoPayNotice.content, [
    "Auto Pay stopped on Mon, Mar 2: your account was closed.",
    "Auto Pay is suspended.",
    "To restart Auto Pay, authorize it under Change Auto Pay or Frequency.",
  ])
  for (const text of logged) assert.ok(!text.includes(again.body.accountNumber), text)
})

test("EVENT-16 a late closing of an account without an active product takes effect; one older than another closing does not", async () => {
  const anyone = await customerOf(app, "anastasia.papakonstantinou", "harbor")
  const { accountNumber } = anyone.body
  await app.database.rows(
    sql`update policy_admin.policy set active = false
      where client = 'harbor' and account_number = ${accountNumber}`,
  )
  accountSystem.goAway("account")
  const closing = (at: Date) => send("account.closed", ofAccount(anyone), { at })
  assert.equal(
    (await closing(minutesAgo(5))).status,
    503,
    "it is repeated when the account can be read",
  )
  accountSystem.comeBack()
  assert.equal(await isSignedIn(anyone), true)
  await sends("account.closed", ofAccount(anyone), minutesAgo(5))
  assert.deepEqual([await isSignedIn(anyone), await closingsOf(anyone)], [false, 1])
  await sends("account.closed", ofAccount(anyone), minutesAgo(6))
  assert.deepEqual([await closingsOf(anyone), await isListed(anyone)], [1, false])
})

test("EVENT-16 an old closing of an account without any sign-in is compared with the account, and a recent one takes effect", async () => {
  const { accountNumber } = demoPerson("dorothy.lindqvist")
  const owner = { client: "harbor", accountNumber }
  const dorothy = { body: owner } as Customer
  await sends("account.closed", owner, minutesAgo(2 * 24 * 60))
  assert.deepEqual([await closingsOf(dorothy), await suspensionsOf(dorothy)], [0, 0])
  assert.ok(await isListed(dorothy), "its products are active")
  await sends("account.closed", owner, minutesAgo(59))
  assert.deepEqual([await closingsOf(dorothy), await isListed(dorothy)], [1, false])
})

test("EVENT-16 a closing is compared with the account if newer data were loaded, and takes effect if they are older", async (t) => {
  const { accountNumber } = demoPerson("siobhan.obrien")
  const owner = { client: "harbor", accountNumber }
  const account = { body: owner } as Customer
  app.clock.advance({ days: 1 })
  const before = await closingsOf(account)
  const loadedAt = minutesAgo(30)
  await app.database.rows(
    sql`insert into policy_admin.loaded_kind (client, kind, as_of) values ('harbor', 'people', ${loadedAt})
      on conflict (client, kind) do update set as_of = excluded.as_of`,
  )
  t.after(() =>
    app.database.rows(sql`delete from policy_admin.loaded_kind where client = 'harbor'`),
  )
  await sends("account.closed", owner, minutesAgo(31))
  assert.deepEqual([(await closingsOf(account)) - before, await isListed(account)], [0, true])
  app.clock.advance({ hours: 3 })
  await sends("account.closed", owner, later(loadedAt, { minutes: 1 }))
  assert.deepEqual([(await closingsOf(account)) - before, await isListed(account)], [1, false])
})

test("EVENT-16 an event more than five minutes ahead of our clock is rejected", async () => {
  const owner = { client: "harbor", accountNumber: "HM9999999" }
  for (const at of [later(app.clock.now(), { minutes: 6 }), new Date("2099-01-01T00:00:00Z")]) {
    for (const type of ["account.closed", "account.changed"]) {
      const refused = await send(type, owner, { at })
      const reply = await refused.json()
      assert.deepEqual([refused.status, reply], [400, { result: "malformed", fields: "timestamp" }])
    }
  }
  await sends("account.closed", owner, later(app.clock.now(), { minutes: 4 }))
})

test("EVENT-16 a posted payment and an issued bill take effect no matter how old their event is", async () => {
  await payFor(app, "maria.santos", "harbor", "4001930435")
  const [payment] = await app.database.rows<{ id: string; accountNumber: string }>(
    sql`update myaccount_core.payment set applied_at = null, next_try_at = ${later(app.clock.now(), { hours: 1 })}
      where client = 'harbor' and policy_number = '4001930435' and confirmation_number is not null
      returning id, account_number`,
  )
  assert.ok(payment)
  const { id: paymentId, accountNumber } = payment
  const data = { client: "harbor", accountNumber, policyNumber: "4001930435" }
  await sends("account.changed", { client: "harbor", accountNumber }, app.clock.now())
  await sends("bill.issued", data, new Date("2019-01-01T00:00:00Z"))
  await sends("payment.posted", { ...data, paymentId }, new Date("2019-01-01T00:00:00Z"))
  app.clock.advance({ seconds: 2 })
  await app.settle()
  const posted = await app.database.rows(
    sql`select 1 from myaccount_core.payment
      where client = 'harbor' and id = ${paymentId} and applied_at is not null`,
  )
  assert.equal(posted.length, 1)
})
