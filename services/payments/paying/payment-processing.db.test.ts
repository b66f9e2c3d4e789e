import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError, messages } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway, type PolicyAdmin } from "#ports/policy-admin/port.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payerDue, payerPolicy } from "#testing/payers.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { client, deaths, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

before(async () => {
  at = await startPaymentsTest(40)
  server = at.startProcess()
})

after(() => at.close())

function refusal(messageId: string) {
  return (error: unknown) => error instanceof ApiError && error.messageId === messageId
}

test("PAYNOW-04 an accepted payment is charged, posted, confirmed and receipted once", async () => {
  const paid = await server.submit(paymentBy(0))
  assert.equal(paid.status, "accepted")
  assert.match(paid.confirmationNumber ?? "", /^[2-9B-DF-HJ-NP-TV-Z]{8}$/)
  assert.equal(await at.timeline(paid.id), "submitted accepted")
  assert.equal(at.charges(paid.id).length, 1)
  assert.equal(at.charges(paid.id)[0]?.amount, payerDue)
  const billing = await at.billing(0)
  assert.equal(billing.amountDue, 0)
  assert.equal(billing.dueDate, "2026-04-15")
  const [receipt, ...more] = await at.mailsTo(0)
  assert.match(receipt?.text ?? "", new RegExp(`\\$42\\.75[^]*${paid.confirmationNumber}`))
  assert.match(receipt?.text ?? "", /, certificate number \d{10}/)
  assert.match(receipt?.text ?? "", /^Amount: \$42\.75\nBill due on \w+ \d+, \d{4}: \$42\.75$/m)
  assert.equal(more.length, 0)
  const entries = (await auditLog(at.database, client)).filter(
    ({ accountNumber }) => accountNumber === "PAYER-0",
  )
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["payment.submit", "payment.accept"],
  )
})

test("each receipt has its own unsubscribe link, and the database stores only its hash", async () => {
  await server.submit(paymentBy(36))
  const [receipt] = await at.mailsTo(36)
  const link = receipt?.unsubscribeLink ?? ""
  assert.match(link, /^http:\/\/test\.localhost\/unsubscribe\/[\w-]{43}$/)
  assert.ok(receipt?.text.includes(link))
  const kept = await at.database.rows<{ row: string }>(
    sql`select l::text as row from myaccount_core.unsubscribe_link l
      where token_hash = ${testSecrets.hash("unsubscribe link", link.split("/").at(-1) ?? "")}`,
  )
  assert.equal(kept.length, 1)
  assert.match(kept[0]?.row ?? "", /test-client,PAYER-36/)
})

test("PAYNOW-04 an unsubscribed person gets no receipt", async () => {
  assert.equal((await server.submit(paymentBy(1))).status, "accepted")
  assert.deepEqual(await at.mailsTo(1), [])
})

test("PAYNOW-05 the same key pays once, however often it is sent, also at the same time", async () => {
  const request = paymentBy(2)
  const other = at.startProcess()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? server : other).submit(request)),
  )
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
  const again = await server.submit(request)
  assert.equal(again.status, "accepted")
  assert.equal(at.charges(again.id).length, 1)
  await assert.rejects(server.submit({ ...request, amount: 1 }), refusal("payment.keyReused"))
  const method = { ...request.method, paymentRecordId: "PM-other" }
  await assert.rejects(server.submit({ ...request, method }), refusal("payment.keyReused"))
  // The same key of another customer is a different key.
  assert.equal(
    (await server.submit(paymentBy(3, "visa.08-2031", { key: "key-2" }))).status,
    "accepted",
  )
})

test("PAYNOW-05 many keys at the same time make one payment of one balance", async () => {
  const other = at.startProcess()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? server : other).submit(paymentBy(4, "visa.08-2031", { key: `tab-${n}` })),
    ),
  )
  const paid = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  assert.equal(paid.length, 1)
  assert.equal((await at.billing(4)).billingCredit, 0)
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue
    // `billPaid` between the acceptance of the payment and its posting.
    assert.match(outcome.reason.messageId, /payment\.(alreadyOpen|nothingDue|billPaid)/)
  }
})

test("a balance that was read before another payment was made is not paid again", async () => {
  const held = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const late = at.startProcess({
    policyAdmin: {
      ...at.policyAdmin,
      async account(...of) {
        const account = await at.policyAdmin.account(...of)
        read.resolve()
        await held.promise
        return account
      },
    },
  })
  const second = late.submit(paymentBy(5, "visa.08-2031", { key: "late" }))
  await read.promise
  assert.equal((await server.submit(paymentBy(5))).status, "accepted")
  held.resolve()
  await assert.rejects(second, refusal("payment.nothingDue"))
})

test("a decline shows its reason, charges nothing and allows another method", async () => {
  const declined = await server.submit(paymentBy(6, "poor.08-2031", { key: "first" }))
  assert.deepEqual([declined.status, declined.reason], ["declined", "insufficient_funds"])
  assert.equal(declined.confirmationNumber, null)
  assert.equal((await at.billing(6)).amountDue, payerDue)
  assert.deepEqual(await at.mailsTo(6), [], "the person has read it on the screen")
  assert.equal(
    (await server.submit(paymentBy(6, "visa.08-2031", { key: "second" }))).status,
    "accepted",
  )
})

test("DETAIL-03 less than the amount due is rejected with its own message, and nothing is charged", async () => {
  for (const amount of [1, payerDue - 1]) {
    const less = paymentBy(7, "visa.08-2031", { amount, key: `less-${amount}` })
    await assert.rejects(server.submit(less), refusal("payment.lessThanDue"))
  }
  assert.equal((await at.billing(7)).amountDue, payerDue)
})

test("PAYNOW-05 the same key on another server waits for the result like the first request", async () => {
  const charging = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const slow = at.startProcess({
    gateway: {
      ...at.gateway,
      async charge(request) {
        charging.resolve()
        await released.promise
        return await at.gateway.charge(request)
      },
    },
  })
  const other = at.startProcess({
    database: {
      ...at.database,
      async rows(statement) {
        const rows = await at.database.rows(statement)
        // The server has seen that the payment is not decided.
        released.resolve()
        return rows as never
      },
    },
  })
  const request = paymentBy(39)
  const first = slow.submit(request)
  await charging.promise
  const repeated = await other.submit(request)
  const { id, status } = await first
  assert.deepEqual([repeated.id, repeated.status], [id, status])
  assert.equal(repeated.confirmationNumber?.length, 8)
  assert.equal(at.charges(id).length, 1)
})

test("DETAIL-02 two processes that post a payment at once write one receipt", async () => {
  let away = true
  const [arrived, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let waiting = 0
  const policyAdmin: PolicyAdmin = {
    ...at.policyAdmin,
    async applyPayment(payment) {
      if (away) throw new AccountSystemAway("away")
      await at.policyAdmin.applyPayment(payment)
      // Both have posted it before either of them records that.
      waiting += 1
      if (waiting === 2) arrived.resolve()
      await go.promise
    },
  }
  const [one, other] = [at.startProcess({ policyAdmin }), at.startProcess({ policyAdmin })]
  const { id, status } = await one.submit(paymentBy(38, "visa.08-2031", { key: "posted at once" }))
  assert.equal(status, "accepted")
  assert.deepEqual(await at.mailsTo(38), [], "the account system is away")
  away = false
  // The slow process's claim expires, and the other continues the same payment.
  at.clock.advance({ seconds: 31 })
  one.wake()
  while (waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  at.clock.advance({ seconds: 31 })
  other.wake()
  await arrived.promise
  go.resolve()
  await Promise.all([one.idle(), other.idle()])
  const subjects = (await at.mailsTo(38)).map(({ subject }) => subject)
  assert.equal(subjects.length, 1, subjects.join(", "))
  assert.equal((await at.billing(38)).amountDue, 0)
  assert.equal(at.charges(id).length, 1)
})

test("only the due amount can be paid, and only by its owner", async () => {
  const wrong = paymentBy(7, "visa.08-2031", { amount: payerDue + 1 })
  await assert.rejects(server.submit(wrong), refusal("payment.amountChanged"))
  const foreign = paymentBy(7, "visa.08-2031", { policyNumber: payerPolicy(8) })
  await assert.rejects(server.submit(foreign), refusal("product.gone"))
  const elsewhere = paymentBy(7, "visa.08-2031", { client: "another-client" })
  await assert.rejects(server.submit(elsewhere), refusal("product.gone"))
  assert.equal((await at.billing(7)).amountDue, payerDue)
})

test("an unavailable gateway charges nothing, and the person may try again at once", async () => {
  const canceled = await server.submit(paymentBy(9, "away.08-2031", { key: "first" }))
  assert.deepEqual([canceled.status, canceled.reason], ["canceled", "away"])
  assert.deepEqual(await at.mailsTo(9), [])
  const gone = await server.submit(
    paymentBy(9, "visa.08-2031", {
      key: "second",
      method: { ...paymentBy(9).method, reference: "method_unknown" },
    }),
  )
  assert.deepEqual([gone.status, gone.reason], ["declined", "methodGone"])
  assert.equal(
    (await server.submit(paymentBy(9, "visa.08-2031", { key: "third" }))).status,
    "accepted",
  )
})

test("a missing answer is not an outcome: the gateway is asked again, and the payment is charged once", async () => {
  for (const [index, sample] of ["hushed", "silent", "dies"].entries()) {
    const payer = 10 + index
    const request = paymentBy(payer, `${sample}.08-2031`)
    const unknown = await server.submit(request)
    assert.equal(unknown.status, "unknown", sample)
    await assert.rejects(
      server.submit({ ...request, key: "again" }),
      refusal("payment.alreadyOpen"),
      "another key pays nothing meanwhile",
    )
    assert.equal((await server.submit(request)).status, "unknown", "nor does the same")
    await at.resolve()
    const resolved = await at.payment(unknown.id)
    assert.equal(resolved.status, "accepted", sample)
    assert.equal(await at.timeline(unknown.id), "submitted unknown accepted")
    assert.equal(at.charges(unknown.id).length, 1)
    assert.equal((await at.billing(payer)).amountDue, 0)
    assert.equal((await server.submit(request)).confirmationNumber, resolved.confirmationNumber)
  }
})

test("a customer who saw that the result was pending gets an email when the payment is declined", async () => {
  let first = true
  const silent: PaymentGateway = {
    ...at.gateway,
    async charge(charge) {
      const answer = await at.gateway.charge(charge)
      if (!first) return answer
      first = false
      throw new GatewaySilent("The answer was lost.")
    },
  }
  const other = at.startProcess({ gateway: silent })
  const unknown = await other.submit(paymentBy(13, "poor.08-2031"))
  assert.equal(unknown.status, "unknown")
  await at.resolve()
  assert.equal((await at.payment(unknown.id)).status, "declined")
  const [mail] = await at.mailsTo(13)
  assert.match(mail?.subject ?? "", /did not go through/)
  assert.ok(mail?.text.includes(messages["payment.declined.insufficientFunds"].content))
})

test("a payment whose process died is taken over by another process, at any point", async () => {
  for (const [index, death] of deaths.entries()) {
    const payer = 14 + index
    await assert.rejects(at.startDying(death).submit(paymentBy(payer)), /gone/, death)
    at.startProcess()
    await at.resolve()
    const payment = await at.paymentOf(payer)
    assert.equal(payment.status, "accepted", death)
    assert.ok(payment.appliedAt)
    assert.equal(at.charges(payment.id).length, 1)
    const { amountDue, billingCredit } = await at.billing(payer)
    assert.deepEqual([amountDue, billingCredit], [0, 0])
    // An unsubscribed payer may have left if the result came late, and then gets an email.
    const isDecidedAtOnce = death.endsWith("posting")
    const isUnsubscribed = payer % 2 === 1
    const mails = isUnsubscribed && isDecidedAtOnce ? 0 : 1
    assert.equal((await at.mailsTo(payer)).length, mails, death)
  }
})

test("an account system that was unavailable gets accepted payments later", async () => {
  let away = true
  const other = at.startProcess({
    policyAdmin: {
      ...at.policyAdmin,
      async applyPayment(payment) {
        if (away) throw new AccountSystemAway("It is away.")
        await at.policyAdmin.applyPayment(payment)
      },
    },
  })
  const paid = await other.submit(paymentBy(18))
  assert.equal(paid.status, "accepted")
  assert.ok(paid.confirmationNumber)
  assert.equal((await at.billing(18)).amountDue, payerDue)
  const again = paymentBy(18, "visa.08-2031", { key: "again" })
  await assert.rejects(server.submit(again), refusal("payment.alreadyOpen"))
  away = false
  await at.resolve()
  assert.equal((await at.billing(18)).amountDue, 0)
  assert.equal((await at.mailsTo(18)).length, 1)
})

test("a payment that could not be charged for half a day is canceled, and the payer is notified", async () => {
  const away: PaymentGateway = {
    ...at.gateway,
    charge: () => Promise.reject(new GatewaySilent("No answer.")),
  }
  const unknown = await at.startProcess({ gateway: away }).submit(paymentBy(19))
  assert.equal(unknown.status, "unknown")
  at.clock.advance({ hours: 13 })
  await at.resolve()
  const { status, reason } = await at.payment(unknown.id)
  assert.deepEqual([status, reason], ["canceled", "tooLate"])
  assert.equal(at.charges(unknown.id).length, 0)
  const [mail] = await at.mailsTo(19)
  assert.equal(mail?.subject, "Your payment to Test was not made")
  assert.match(mail?.text ?? "", /You were not charged/)
})

test("gateway reports advance the payment, in any order and any number of times", async () => {
  const report = { reason: "", key: "", reference: "charge", refundedAmount: 0 } as const
  const bank = await server.submit(paymentBy(20, "bank"))
  assert.equal(bank.status, "pending")
  assert.ok(bank.confirmationNumber)
  await server.report({ ...report, key: bank.id, status: "settled" })
  await server.report({ ...report, key: bank.id, status: "settled" })
  assert.equal(await at.timeline(bank.id), "submitted accepted pending settled")
  assert.equal((await at.billing(20)).amountDue, 0)

  const returned = {
    ...report,
    key: bank.id,
    status: "returned",
    reason: "account_closed",
  } as const
  await Promise.all([server.report(returned), at.startProcess().report(returned)])
  await server.report({ ...report, key: bank.id, status: "settled" })
  const { status, reason, confirmationNumber } = await at.payment(bank.id)
  assert.deepEqual([status, reason], ["returned", "account_closed"])
  assert.equal(confirmationNumber, bank.confirmationNumber)
  assert.equal(await at.timeline(bank.id), "submitted accepted pending settled returned")
  const billing = await at.billing(20)
  assert.equal(billing.amountDue, payerDue)
  assert.equal(billing.dueDate, "2026-03-15")
  const mails = await at.mailsTo(20)
  assert.equal(mails.length, 2)
  assert.match(mails[1]?.text ?? "", /returned your payment of \$42\.75/)
  const again = await server.submit(paymentBy(20, "visa.08-2031", { key: "again" }))
  assert.equal(again.status, "accepted", "what is due again can be paid again")
})

test("a report can arrive before the answer, and a report about an unknown payment is ignored", async () => {
  const unknown = await server.submit(paymentBy(22, "hushed.08-2031"))
  assert.equal(unknown.status, "unknown")
  const report = { reason: "other", reference: "charge", refundedAmount: 0 } as const
  await server.report({ ...report, key: unknown.id, status: "returned" })
  assert.equal(await at.timeline(unknown.id), "submitted unknown accepted returned")
  assert.equal((await at.billing(22)).amountDue, payerDue)
  await server.report({ ...report, key: "not one of ours", status: "settled" })
  await server.report({
    ...report,
    key: "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d",
    status: "settled",
  })
})

test("a result that was reported before the gateway stopped answering stays", async () => {
  const gateway: PaymentGateway = {
    ...at.gateway,
    async charge(charge) {
      const { amount: _, ...told } = await at.gateway.charge(charge)
      await server.report(told)
      throw new GatewaySilent("The answer was lost.")
    },
  }
  const silent = at.startProcess({ gateway })
  const accepted = await silent.submit(paymentBy(35))
  assert.equal(await at.timeline(accepted.id), "submitted accepted")
  const declined = await silent.submit(paymentBy(37, "poor.08-2031"))
  assert.equal(await at.timeline(declined.id), "submitted declined")
})

test("payments are found by confirmation number and by account", async () => {
  const paid = await server.submit(paymentBy(23))
  const typed = `${paid.confirmationNumber?.slice(0, 4)}-${paid.confirmationNumber?.slice(4)} `
  const found = await server.byConfirmationNumber([client], typed.toLowerCase())
  assert.deepEqual(
    found.map(({ id }) => id),
    [paid.id],
  )
  assert.deepEqual(await server.byConfirmationNumber(["another"], typed), [])
  assert.deepEqual(await server.byConfirmationNumber([client], ""), [])
  const [entry, ...more] = await server.history(client, "PAYER-23")
  assert.equal(entry?.payment.id, paid.id)
  assert.deepEqual(
    entry?.events.map(({ status }) => status),
    ["submitted", "accepted"],
  )
  assert.deepEqual(more, [])
  assert.deepEqual(await server.history("another-client", "PAYER-23"), [])
})
