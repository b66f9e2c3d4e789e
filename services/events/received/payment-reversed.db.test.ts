import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { customerOf } from "#testing/customer.ts"
import { newWebhookSecret, senderOf, writeEventsFile } from "#testing/events.ts"
import { undoReturn } from "#testing/forgotten-postings.store.ts"
import { logLines } from "#testing/log-lines.ts"
import { payFor } from "#testing/pay-now.ts"

const [secret, wayfarerSecret] = [newWebhookSecret(), newWebhookSecret()]
const policyNumber = "4003120956"
const logged: string[] = []
let app: TestApp
let accountSystem: AccountSystem
let file: Awaited<ReturnType<typeof writeEventsFile>>

before(async () => {
  file = await writeEventsFile({
    senders: [
      { name: "harbor-system", secrets: [secret], clients: ["harbor"] },
      { name: "wayfarer-system", secrets: [wayfarerSecret], clients: ["wayfarer"] },
    ],
  })
  app = await startTestApp({
    env: { EVENTS_FILE: file.path },
    logTo: logLines((line) => logged.push(line)),
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
})
after(async () => {
  await app.close()
  await file.remove()
})

test("EVENT-17 a payment that the account system reverses is shown as reversed, emailed once, and its bill can be paid", async () => {
  const paid = await payFor(app, "james.okafor", "harbor", policyNumber)
  const james = await customerOf(app, "james.okafor", "harbor")
  const [payment] = await app.database.rows<{ id: string }>(
    sql`select id from myaccount_core.payment where client = 'harbor'
      and confirmation_number = ${paid.confirmationNumber}`,
  )
  assert.ok(payment)
  await accountSystem.policyAdmin.returnPayment("harbor", payment.id, "2026-03-02")
  const { client, accountNumber } = james.body
  const data = { client, accountNumber, policyNumber, paymentId: payment.id }
  const send = senderOf(app, { sender: "harbor-system", signedBy: secret })
  const foreign = senderOf(app, { sender: "wayfarer-system", signedBy: wayfarerSecret })
  assert.equal((await foreign("payment.reversed", data)).status, 403)
  for (const wrong of [{ paymentId: undefined }, { paymentId: "1" }, { policyNumber: " 1" }]) {
    assert.equal((await send("payment.reversed", { ...data, ...wrong })).status, 400)
  }
  accountSystem.goAway("person")
  assert.equal((await send("payment.reversed", data)).status, 503, "no email can be written")
  accountSystem.comeBack()
  for (let repeated = 0; repeated < 3; repeated += 1) {
    assert.equal((await send("payment.reversed", data)).status, 204)
  }
  await app.settle()

  const ask = <Key extends Parameters<typeof james.browser.call>[1]>(key: Key, body: object) =>
    james.browser.call(james.host, key, { ...james.body, policyNumber, ...body })
  const { reply: history } = await ask("POST /myaccount-core/paymentHistory", {})
  const [shown] = history.payments
  assert.deepEqual(
    [shown?.paymentStatus, shown?.paymentStatusLabel],
    ["returned", "Taken back by Harbor Mutual"],
  )
  assert.match(shown?.explanation ?? "", /due again\. We still have the money\. Please call us/)
  assert.equal(shown?.timeline.at(-1)?.label, "Taken back by Harbor Mutual")
  const subjects = app.mailbox.messages().map(({ subject }) => subject)
  const told = subjects.filter((subject) => subject === "Harbor Mutual took your payment back")
  assert.equal(told.length, 1)
  const differences = await app.database.rows<{ ours: number; theirs: number }>(
    sql`select ours::float8, theirs::float8 from myaccount_core.payment_difference
      where kind = 'posting' and payment_id = ${payment.id} and resolved_at is null`,
  )
  const cents = Math.round(Number(paid.paymentAmount) * 100)
  assert.deepEqual(differences, [{ ours: cents, theirs: 0 }])
  const { reply: center } = await ask("POST /myaccount-core/payNow/data", { originScreen: "" })
  assert.equal(center.activeProducts[0]?.amountDue, paid.paymentAmount)
  const again = await payFor(app, "james.okafor", "harbor", policyNumber)
  assert.equal(again.paymentAmount, paid.paymentAmount)
})

test("EVENT-17 a payment that the account system posts again is shown as accepted, and counts once", async () => {
  const paid = await payFor(app, "robert.chen", "harbor", "4004688301")
  const robert = await customerOf(app, "robert.chen", "harbor")
  const [payment] = await app.database.rows<{ id: string }>(
    sql`select id from myaccount_core.payment where client = 'harbor'
      and confirmation_number = ${paid.confirmationNumber}`,
  )
  assert.ok(payment)
  const { client, accountNumber } = robert.body
  const data = { client, accountNumber, policyNumber: "4004688301", paymentId: payment.id }
  const send = senderOf(app, { sender: "harbor-system", signedBy: secret })
  await accountSystem.policyAdmin.returnPayment("harbor", payment.id, "2026-03-02")
  assert.equal((await send("payment.reversed", data)).status, 204)
  app.clock.advance({ minutes: 1 })
  assert.equal((await send("payment.posted", data)).status, 204)
  const shown = async () => {
    const { reply } = await robert.browser.call(
      robert.host,
      "POST /myaccount-core/paymentHistory",
      robert.body,
    )
    return reply.payments.find(({ paymentId }) => paymentId === payment.id)
  }
  assert.equal((await shown())?.paymentStatus, "returned", "it is not there yet")
  await undoReturn(app.database, "harbor", payment.id)
  for (let repeated = 0; repeated < 2; repeated += 1) {
    assert.equal((await send("payment.posted", data)).status, 204)
  }
  await app.settle()
  const counted = await shown()
  assert.deepEqual([counted?.paymentStatus, counted?.explanation], ["accepted", ""])
  assert.equal(counted?.timeline.at(-1)?.label, "Counted again by Harbor Mutual")
  const subjects = app.mailbox.messages().map(({ subject }) => subject)
  const told = subjects.filter((subject) => subject === "Harbor Mutual counts your payment again")
  assert.equal(told.length, 1)
  const asked = { ...robert.body, policyNumber: data.policyNumber, originScreen: "" }
  const { reply } = await robert.browser.call(
    robert.host,
    "POST /myaccount-core/payNow/data",
    asked,
  )
  const product = reply.activeProducts.find(({ policyNumber: one }) => one === data.policyNumber)
  assert.equal(product?.amountDue, "0.00")
})

test("EVENT-14 payment.posted gets 503 while the posting of its payment fails, and 204 once it is posted", async () => {
  const owner = { client: "harbor", accountNumber: "HM2041187", policyNumber: "4001930435" }
  accountSystem.goAway("applyPayment")
  const paid = await payFor(app, "maria.santos", "harbor", owner.policyNumber)
  const isPosted = async () => {
    const [row] = await app.database.rows<{ id: string; isPosted: boolean }>(
      sql`select id, applied_at is not null as is_posted from myaccount_core.payment
        where client = 'harbor' and confirmation_number = ${paid.confirmationNumber}`,
    )
    assert.ok(row)
    return row
  }
  const { id: paymentId } = await isPosted()
  const send = senderOf(app, { sender: "harbor-system", signedBy: secret })
  const posted = async () => (await send("payment.posted", { ...owner, paymentId })).status
  assert.equal(await posted(), 503)
  accountSystem.refuse("applyPayment")
  assert.deepEqual([await posted(), (await isPosted()).isPosted], [503, false])
  accountSystem.comeBack()
  assert.deepEqual([await posted(), (await isPosted()).isPosted], [204, true])
  assert.equal(await posted(), 204)
})
