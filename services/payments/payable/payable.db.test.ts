import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { forgetPostings } from "#testing/forgotten-postings.store.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { billingRunOf, setOnAutoPay } from "../billing/billing-fixture.ts"
import { client, paymentBy, startPaymentsTest } from "../processing/processing-fixture.ts"

const [forgotten, byAutoPay, late, parallel] = [0, 1, 2, 3]

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
before(async () => {
  at = await startPaymentsTest(8)
  server = at.startProcess()
})
after(() => at.close())

async function forget(...ids: string[]) {
  await forgetPostings(at.database, client, ids)
}

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail("It was not refused."),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError)
  return error
}

function charges(): number {
  return at.sandbox.charges().length
}

test("PAYNOW-11 a bill whose payment the account system forgot is not charged again, and the refusal names the payment", async () => {
  const paid = await server.submit(paymentBy(forgotten))
  const before = charges()
  await forget(paid.id)
  assert.equal((await at.billing(forgotten)).amountDue, payerDue, "open again")
  const again = paymentBy(forgotten, "visa.08-2031", { key: "again" })
  const { messageId, values } = await refusalOf(server.submit(again))
  assert.equal(messageId, "payment.billPaid")
  const { phoneNumber } = await at.brands.brandOf(client, "")
  assert.deepEqual(values, {
    payments: `${paid.confirmationNumber} of $42.75 from 03/02/2026`,
    dueDates: "03/15/2026",
    phoneNumber,
  })
  assert.equal(charges(), before)
})

test("PAYNOW-11 auto pay does not charge such a bill, and an email names the payment, once", async () => {
  await setOnAutoPay(at, byAutoPay, "visa")
  const { run } = billingRunOf(at, server)
  await run()
  const paid = await server.submit(paymentBy(byAutoPay))
  await forget(paid.id)
  const before = charges()
  at.clock.advance({ days: 13 })
  const report = await run()
  assert.deepEqual([report?.accepted, report?.skipped, report?.dropsTold], [0, 1, 1])
  const again = await run()
  assert.deepEqual([again?.accepted, again?.failed, again?.dropsTold], [0, 0, 0])
  assert.equal(charges(), before)
  const mails = (await at.mailsTo(byAutoPay)).filter(({ subject }) =>
    subject.includes("not charge"),
  )
  assert.equal(mails.length, 1)
  const text = mails[0]?.text.replaceAll(/\s+/g, " ") ?? ""
  assert.ok(text.includes(`We have your payment ${paid.confirmationNumber} of $42.75`), text)
  assert.match(text, /call us at \S+/)
})

test("PAYNOW-11 an accepted payment that the account system shows late counts from its posting on", async () => {
  const account = await at.policyAdmin.account(client, payerAccount(late))
  const stale = await at.policyAdmin.openBills(client, payerAccount(late), payerPolicy(late))
  const behind = at.startProcess({
    policyAdmin: {
      ...at.policyAdmin,
      account: async () => account,
      openBills: async () => stale,
      entries: async () => [],
    },
  })
  const paid = await behind.submit(paymentBy(late))
  const before = charges()
  const again = paymentBy(late, "visa.08-2031", { key: "too early" })
  const { messageId, values } = await refusalOf(behind.submit(again))
  assert.equal(messageId, "payment.billPaid")
  assert.ok(values.payments?.startsWith(String(paid.confirmationNumber)))
  assert.equal(charges(), before)
})

test("PAYNOW-11 of parallel payments on two servers after a forgotten posting, none is charged", async () => {
  const paid = await server.submit(paymentBy(parallel))
  await forget(paid.id)
  const before = charges()
  const servers = [server, at.startProcess()]
  const tries = Array.from({ length: 6 }, (_, index) =>
    refusalOf(
      (servers[index % 2] ?? server).submit(
        paymentBy(parallel, "visa.08-2031", { key: `parallel ${index}` }),
      ),
    ),
  )
  const messages = (await Promise.all(tries)).map(({ messageId }) => messageId)
  assert.deepEqual([...new Set(messages)], ["payment.billPaid"])
  assert.equal(charges(), before)
})
