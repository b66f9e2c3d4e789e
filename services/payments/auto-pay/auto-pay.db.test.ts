import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { readPdf } from "#testing/pdf-reader.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "./auto-pay-fixture.ts"

let app: TestApp
let at: AtAutoPay

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  await at.save("T-EXPIRED", { expirationDate: "02/2026" })
  await at.save("T-ONCE", { remembered: false })
  await at.save("T-OTHER", { accountNumber: "HM-OTHER" })
})

after(() => app.close())

beforeEach(() => at.restore())

test("CENTER-06 CALLS-01 the payment center lists the active products of the person only", async () => {
  const ask = (change: object) =>
    at.siobhan.browser.call(at.siobhan.host, "POST /myaccount-core/products", {
      ...at.siobhan.body,
      ...change,
    })
  const { reply } = await ask({})
  assert.equal(reply.clientName, "Harbor Mutual")
  assert.equal(reply.currentDate, "03/02/2026")
  assert.ok(reply.activeProducts.some((product) => product.policyNumber === policyNumber))
  for (const foreign of ["4001930427", "4999999999"]) {
    assert.equal((await ask({ policyNumber: foreign })).status, 404)
    for (const one of ["paymentFrequency", "paymentInfo"] as const) {
      const body = { ...at.siobhan.body, policyNumber: foreign, csUserid: "" }
      const answer = await at.siobhan.browser.call(
        at.siobhan.host,
        `POST /myaccount-core/${one}`,
        body,
      )
      assert.equal(answer.status, 404)
    }
  }
  const stranger = app.browser()
  const answer = await stranger.call(
    at.siobhan.host,
    "POST /myaccount-core/products",
    at.siobhan.body,
  )
  assert.equal(answer.status, 401)
})

test("CENTER-04 the amount due of a product is shown part by part", async () => {
  const maria = await customerOf(app, "maria.santos", "harbor")
  const body = { ...maria.body, policyNumber: "4001930435", csUserid: "" }
  const { reply } = await maria.browser.call(maria.host, "POST /myaccount-core/paymentInfo", body)
  const { disclaimer, ...amounts } = reply.paymentInfo
  assert.deepEqual(amounts, {
    amountDue: "31.20",
    amountDueSpecialCharacter: "<sup>2</sup>",
    pastDueAmount: "31.20",
    adjustment: "4.00",
    billingCredit: "2.50",
    alreadyPaid: "0.00",
    totalAmountDue: "55.90",
  })
  assert.match(disclaimer, /grace period/)
})

test("AUTOPAY-04 AUTOPAY-06 a change is made with its fee, audited with its text, and sent by email", async () => {
  const earlier = await app.database.rows<{ id: string }>(
    sql`select id from myaccount_core."authorization"`,
  )
  const entriesBefore = (await at.audited()).length
  // Delivers the emails of earlier changes, so that the next one is the newest.
  await app.settle()
  const { text, body } = await at.agreed(monthlyByCard)
  assert.equal(body.emailType, "add-admin-fees")
  assert.deepEqual([body.premium, body.adminFee, body.totalPremium], ["34.60", "1.50", "36.10"])
  assert.match(text, /Siobh\S+ O&#39;Brien/)
  assert.match(text, /VISA ending in 4242/)
  const { status, reply, text: answer } = await at.put(body)
  assert.equal(status, 200, answer)
  assert.equal(reply.messages[0]?.messageId, "autoPay.added")
  const after = reply.activeProducts.find((product) => product.policyNumber === policyNumber)
  assert.equal(after?.paymentStatusDisplayStyle, "autopay")
  assert.equal(after?.currentPaymentMethod, "VISA ending in 4242")
  assert.equal(after?.amountDue, "36.10")

  const [kept, ...more] = await app.database.rows<{
    content: string
    version: string
    actorKind: string
    ip: string
  }>(
    sql`select content, version, actor_kind, ip from myaccount_core."authorization"
      where id <> all(${earlier.map(({ id }) => id)}::uuid[])`,
  )
  assert.deepEqual(more, [])
  assert.equal(kept?.content, text)
  assert.equal(kept?.version, body.authorizationVersion)
  assert.equal(kept?.actorKind, "customer")
  const entries = (await at.audited()).slice(entriesBefore)
  assert.equal(entries.length, 1)
  const [entry] = entries
  assert.equal(entry?.before?.autoPay, "Not on Auto Pay")
  assert.equal(entry?.after?.autoPay, "VISA ending in 4242")

  const mail = await app.readMail("siobhan.obrien@example.com", "Auto Pay is set up")
  assert.match(mail.text, /\$36\.10, including a \$1\.50 billing fee/)
})

test("NOTICE-11 message and email of a change contain the business day of the first debit", async () => {
  await openBooks(app.database, "harbor", [policyNumber], {
    dueDate: "2026-05-25",
    amountDue: 3_460,
  })
  await app.settle()
  const { body } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  const { status, reply, text } = await at.put(body)
  assert.equal(status, 200, text)
  const sentence =
    "Banks are closed on May 25, 2026, so your bank makes this payment on the next business day, May 26, 2026."
  const shown = sentence
    .replace("May 25, 2026", "Mon, May 25")
    .replace("May 26, 2026", "Tue, May 26")
  assert.deepEqual(reply.messages[1]?.content, [shown])
  const mail = await app.readMail("siobhan.obrien@example.com", "Auto Pay is set up")
  assert.ok(mail.text.replaceAll(/\s+/g, " ").includes(sentence), mail.text)
})

test("AUTOPAY-02 every outcome is made according to the table", async () => {
  const steps: [PaymentChoice, string][] = [
    [{ frequencyCode: "Q", paymentMethodRecordId: null }, "frequency"],
    [{ frequencyCode: "M", paymentMethodRecordId: "T-CARD" }, "both"],
    [{ frequencyCode: "M", paymentMethodRecordId: "T-BANK" }, "payment-method"],
    [{ frequencyCode: "A", paymentMethodRecordId: "T-BANK" }, "frequency"],
    [{ frequencyCode: "A", paymentMethodRecordId: null }, "remove"],
    [{ frequencyCode: "A", paymentMethodRecordId: "T-CARD" }, "add-admin-fees"],
  ]
  const before = (await at.audited()).length
  for (const [chosen, outcome] of steps) {
    const { body } = await at.agreed(chosen)
    assert.equal(body.emailType, outcome)
    const { status, text } = await at.put(body)
    assert.equal(status, 200, text)
    const product = await at.productNow()
    assert.equal(product.currentPaymentFrequecyCode, chosen.frequencyCode)
    assert.equal(product.currentPaymentMethodRecordId, chosen.paymentMethodRecordId ?? "00")
    assert.equal(product.amountDue, body.totalPremium, outcome)
  }
  assert.equal((await at.audited()).length, before + steps.length)
})

test("AUTOPAY-02 AUTOPAY-03 text, message and email mention a new frequency together with the end of auto pay", async () => {
  assert.equal((await at.put((await at.agreed(monthlyByCard)).body)).status, 200)
  const { text, body } = await at.agreed({ frequencyCode: "Q", paymentMethodRecordId: null })
  assert.equal(body.emailType, "remove")
  assert.match(text, /My payment frequency changes from Monthly to Quarterly\./)
  const { text: answer, reply } = await at.put(body)
  assert.equal(reply.messages[0]?.messageId, "autoPay.removedAndFrequency", answer)
  assert.match(answer, /no longer on Auto Pay, and its payment frequency is now Quarterly/)
  const mail = await app.readMail("siobhan.obrien@example.com", "Auto Pay has ended and")
  assert.match(mail.subject, /^Auto Pay has ended and your payment frequency changed/)
  const { text: plain } = await at.agreed(monthlyByCard)
  assert.doesNotMatch(plain, /My payment frequency changes/)
})

test("CALLS-02 amounts, dates and outcomes that differ from the server's own are rejected", async () => {
  const { body } = await at.agreed(monthlyByCard)
  const [detail] = body.paymentDetails
  const tampered: [object, string][] = [
    [{ premium: "0.01" }, "autoPay.amountChanged"],
    [{ adminFee: "0.00" }, "autoPay.amountChanged"],
    [{ totalPremium: "34.60" }, "autoPay.amountChanged"],
    [{ paymentDueDate: "12/31/2030" }, "autoPay.amountChanged"],
    [{ paymentDetails: [{ ...detail, paymentAmount: "0.01" }] }, "autoPay.amountChanged"],
    [{ paymentDetails: [{ ...detail, billingMode: "X" }] }, "autoPay.changed"],
    [{ emailType: "add" }, "autoPay.changed"],
    [{ emailType: "none" }, "autoPay.changed"],
    [{ currentPaymentFrequecyCode: "Q" }, "autoPay.changed"],
    [{ currentPaymentMethodRecordId: "T-BANK" }, "autoPay.changed"],
    [{ authorizationVersion: "0".repeat(64) }, "authorization.changed"],
    [{ authorizationVersion: "" }, "authorization.changed"],
  ]
  const before = await at.productNow()
  const records = (await at.audited()).length
  for (const [change, messageId] of tampered) {
    const answer = await at.put({ ...body, ...change })
    assert.equal(answer.status, 409, JSON.stringify(change))
    assert.equal(answer.messageIds[0], messageId, JSON.stringify(change))
  }
  assert.deepEqual(await at.productNow(), before)
  assert.equal((await at.audited()).length, records)
})

test("CALLS-03 another customer's method, product or account is not found; an expired card is rejected", async () => {
  const { body } = await at.agreed(monthlyByCard)
  const [detail] = body.paymentDetails
  const lena = await customerOf(app, "lena.fischer", "wayfarer")
  for (const change of [
    { paymentMethodRecordId: "T-OTHER" },
    { paymentMethodRecordId: "T-ONCE" },
    { paymentMethodRecordId: "ADD_NEW_PAYMENT_METHOD" },
    { policyNumber: "4001930427" },
    { policyNumber: lena.body.policyNumber },
  ]) {
    const answer = await at.put({ ...body, paymentDetails: [{ ...detail, ...change }] })
    assert.equal(answer.status, 404, JSON.stringify(change))
  }
  const { accountNumber } = lena.body
  const named = await at.put({ ...body, paymentDetails: [{ ...detail, accountNumber }] })
  assert.equal(named.messageIds[0], "request.notYours")
  const paymentDetails = [{ ...detail, accountNumber }]
  const foreign = await at.put({ ...body, ...lena.body, paymentDetails, hostName: lena.host }, lena)
  assert.equal(foreign.status, 404)
  const expired = await at.put({
    ...body,
    paymentDetails: [{ ...detail, paymentMethodRecordId: "T-EXPIRED" }],
  })
  assert.equal(expired.status, 422)
  assert.equal(expired.messageIds[0], "autoPay.methodExpired")
})

test("a product that cannot be changed shows the reason and stays unchanged", async () => {
  const blocked = "A letter about this product is on its way to you."
  const { body } = await at.agreed(monthlyByCard)
  await app.database.rows(sql`update policy_admin.billing set change_blocked = ${blocked}
    where client = 'harbor' and policy_number = ${policyNumber}`)
  const answer = await at.put(body)
  assert.equal(answer.messageIds[0], "autoPay.notPossible")
  assert.match(answer.text, /A letter about this product/)
  await app.database.rows(sql`update policy_admin.billing set change_blocked = ''
    where client = 'harbor' and policy_number = ${policyNumber}`)
})

test("a text that was read before midnight can still be agreed to; a reworded text cannot", async () => {
  const yesterday = { ...at.asking, currentDate: "03/01/2026" }
  const { body } = await at.agreed(monthlyByCard, undefined, yesterday)
  await app.database.rows(sql`insert into appcontent.content (client, title, html)
    values ('harbor', 'authorization remove', '<p>Ended on {currentDate}: {productName}.</p>')`)
  assert.equal((await at.put(body)).status, 200)
  const older = { ...at.asking, currentDate: "02/28/2026" }
  const { body: old } = await at.agreed(
    { frequencyCode: "M", paymentMethodRecordId: null },
    undefined,
    older,
  )
  assert.deepEqual((await at.put(old)).messageIds, ["authorization.changed"])
})

test("the customer can read the accepted text again, and no one else can", async () => {
  const list = (customer: Customer) =>
    customer.browser.call(customer.host, "POST /myaccount-core/authorizations", customer.body)
  const paper = (customer: Customer, authorizationId: string) =>
    customer.browser.call(
      customer.host,
      "GET /myaccount-core/authorizations/{authorizationId}",
      undefined,
      { params: { authorizationId } },
    )
  const other = { ...at.siobhan, body: { ...at.siobhan.body, policyNumber: "4001930427" } }
  assert.equal((await list(other)).messageIds[0], "product.gone")
  assert.equal((await at.put((await at.agreed(monthlyByCard)).body)).status, 200)
  const { reply } = await list(at.siobhan)
  const first = reply.authorizations.find(({ title }) => title === "Auto Pay set up")
  assert.equal(first?.policyNumber, policyNumber)
  assert.equal(first?.agreedDate, "03/02/2026")
  assert.equal(first?.isCarriedOut, "Y")

  const { reply: read } = await paper(at.siobhan, first?.authorizationId ?? "")
  const { pages, isTagged } = await readPdf(Buffer.from(read.document, "base64"))
  const text = pages.join(" ")
  assert.ok(isTagged)
  assert.match(text, /I, Siobhán O'Brien-Nuñez, authorize Harbor Mutual/)
  assert.match(text, /Agreed on/)
  assert.match(text, /siobhan\.obrien_harbor/)

  const lena = await customerOf(app, "lena.fischer", "wayfarer")
  const maria = await customerOf(app, "maria.santos", "harbor")
  for (const other of [lena, maria]) {
    assert.deepEqual((await list(other)).reply.authorizations, [])
    assert.equal((await paper(other, first?.authorizationId ?? "")).status, 404)
  }
  assert.equal((await paper(at.siobhan, "' or ''='")).status, 404)
})

test("accepted texts cannot be altered or removed", async () => {
  assert.equal((await at.put((await at.agreed(monthlyByCard)).body)).status, 200)
  for (const statement of [
    sql`update myaccount_core."authorization" set content = 'other'`,
    sql`delete from myaccount_core."authorization"`,
  ]) {
    await assert.rejects(app.database.rows(statement), /append-only/)
  }
})
