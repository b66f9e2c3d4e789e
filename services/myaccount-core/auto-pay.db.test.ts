import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import {
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/authorization.ts"
import type { PaymentChoice } from "#contracts/auto-pay.ts"
import type { PaymentMethod } from "#contracts/myaccount-core/payment-methods.ts"
import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createAudit } from "#services/audit.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { readPdf } from "#testing/pdf-reader.ts"
import {
  type Asking,
  type Change,
  changeBody,
  factsOf,
  outcomeOf,
} from "#web/payments/auto-pay/change.ts"
import { createAutoPayChanges } from "./auto-pay-changes.ts"
import { insertMethod, type PaymentMethodRow } from "./payment-methods.store.ts"
import { createTransactionMails } from "./transaction-mails.ts"

const key = "PUT /myaccount-core/paymentFrequency"
/** Siobhan's, due now: monthly, with a billing fee on auto pay. */
const policyNumber = "4003344819"

let app: TestApp
let siobhan: Customer
let asking: Asking

before(async () => {
  app = await startTestApp()
  siobhan = await customerOf(app, "siobhan.obrien", "harbor")
  await app.database.rows(sql`update policy_admin.billing set has_billing_fee = true
    where policy_number = ${policyNumber}`)
  await app.database.rows(sql`update policy_admin.frequency set fee = 1.50
    where policy_number = ${policyNumber} and code <> 'A'`)
  await saveMethod("T-CARD", siobhan.body.accountNumber)
  await saveMethod("T-BANK", siobhan.body.accountNumber, {
    kind: "bank",
    cardType: "",
    bankType: "C",
  })
  await saveMethod("T-EXPIRED", siobhan.body.accountNumber, { expirationDate: "02/2026" })
  await saveMethod("T-ONCE", siobhan.body.accountNumber, { remembered: false })
  await saveMethod("T-OTHER", "HM-OTHER")
  const { reply: site } = await siobhan.browser.call(
    siobhan.host,
    "GET /appcontent/clientAttributes",
  )
  asking = {
    user: siobhan.user,
    client: "harbor",
    clientName: site.clientName,
    phoneNumber: site.clientPhoneNumber,
    hostName: siobhan.host,
    currentDate: "03/02/2026",
  }
})

after(() => app.close())

beforeEach(async () => {
  await app.database.rows(sql`update policy_admin.billing set frequency_code = 'M',
      payment_method_record_id = null, payment_method_label = '', amount_due = 34.60
    where policy_number = ${policyNumber}`)
})

async function saveMethod(
  recordId: string,
  accountNumber: string,
  facts: Partial<PaymentMethodRow> = {},
) {
  const row: PaymentMethodRow = {
    client: "harbor",
    recordId,
    accountNumber,
    kind: "card",
    holderName: "Siobhan O'Brien",
    cardType: "VS",
    bankType: "",
    lastFour: "4242",
    expirationDate: "12/2031",
    institution: "",
    maskedRoutingNumber: "",
    addressLine1: "1 Quay",
    addressLine2: "",
    addressLine3: "",
    cityName: "Bath",
    stateCode: "ME",
    zipCode: "04530",
    gateway: "sandbox",
    gatewayReference: `sbx_${recordId}`,
    remembered: true,
    ...facts,
  }
  if (row.kind === "bank") row.expirationDate = ""
  await insertMethod(app.database, row, app.clock.now())
}

/** The product as the change's dialog loads it. */
async function productNow(customer = siobhan, number = policyNumber): Promise<Product> {
  const body = { ...customer.body, policyNumber: number, csUserid: "" }
  const { reply, text } = await customer.browser.call(
    customer.host,
    "POST /myaccount-core/paymentFrequency",
    body,
  )
  assert.ok(reply.activeProducts[0], text)
  assert.equal(reply.currentDate, "03/02/2026")
  return reply.activeProducts[0]
}

async function methodOf(recordId: string): Promise<PaymentMethod | undefined> {
  const { reply } = await siobhan.browser.call(
    siobhan.host,
    "POST /myaccount-core/paymentMethods",
    siobhan.body,
  )
  return reply.paymentMethods.find((method) => method.paymentRecordId === recordId)
}

/** What the browser sends once the person has agreed to the text that it shows. */
async function agreed(chosen: PaymentChoice, product?: Product, by = asking) {
  const method = await methodOf(chosen.paymentMethodRecordId)
  const change: Change = { product: product ?? (await productNow()), chosen, method }
  const outcome = outcomeOf(change)
  const kind = outcome === "none" ? "frequency" : outcome
  const titles = [authorizationTitle(kind)]
  const { reply } = await siobhan.browser.call(siobhan.host, "POST /appcontent/contents", {
    titles,
  })
  const text = authorizationText(kind, reply.items[0]?.content ?? "", factsOf(change, by))
  assert.ok(text, `a text for ${kind}`)
  return { text, body: changeBody(change, by, await authorizationVersion(text)) }
}

async function put(body: object, customer = siobhan) {
  return await customer.browser.call(customer.host, key, body)
}

async function deleteMethod(recordId: string, more: object = {}) {
  const body = { ...siobhan.body, recordId, methodType: "CreditCard", ...more }
  return await siobhan.browser.call(siobhan.host, "POST /myaccount-core/paymentMethod/delete", body)
}

function refusal(answer: { reply: unknown }): string | undefined {
  const { data } = answer.reply as { data?: { messages: { messageId: string }[] } }
  return data?.messages[0]?.messageId
}

async function audited(): Promise<{ content: string }[]> {
  return await app.database.rows(sql`select content from audit.entry
    where action = 'autoPay.change' and client = 'harbor' order by number`)
}

const monthlyByCard = { frequencyCode: "M", paymentMethodRecordId: "T-CARD" }

test("CENTER-06 CALLS-01 the payment center's products are the active ones, of the person alone", async () => {
  const ask = (change: object) =>
    siobhan.browser.call(siobhan.host, "POST /myaccount-core/products", {
      ...siobhan.body,
      ...change,
    })
  const { reply } = await ask({})
  assert.equal(reply.clientName, "Harbor Mutual")
  assert.equal(reply.currentDate, "03/02/2026")
  assert.ok(reply.activeProducts.some((product) => product.policyNumber === policyNumber))
  for (const foreign of ["4001930427", "4999999999"]) {
    assert.equal((await ask({ policyNumber: foreign })).status, 404)
    for (const one of ["paymentFrequency", "paymentInfo"] as const) {
      const body = { ...siobhan.body, policyNumber: foreign, csUserid: "" }
      const answer = await siobhan.browser.call(siobhan.host, `POST /myaccount-core/${one}`, body)
      assert.equal(answer.status, 404)
    }
  }
  const stranger = app.browser()
  const answer = await stranger.call(siobhan.host, "POST /myaccount-core/products", siobhan.body)
  assert.equal(answer.status, 401)
})

test("CENTER-04 the amount due of a product, part by part", async () => {
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
    totalAmountDue: "55.90",
  })
  assert.match(disclaimer, /grace period/)
})

test("AUTOPAY-04 AUTOPAY-06 a change is made with its fee, on record, with its text, and mailed", async () => {
  const { text, body } = await agreed(monthlyByCard)
  assert.equal(body.emailType, "add-admin-fees")
  assert.deepEqual([body.premium, body.adminFee, body.totalPremium], ["34.60", "1.50", "36.10"])
  assert.match(text, /Siobh\S+ O&#39;Brien/)
  assert.match(text, /VISA ending in 4242/)
  const { status, reply, text: answer } = await put(body)
  assert.equal(status, 200, answer)
  assert.equal(reply.messages[0]?.messageId, "autoPay.added")
  const after = reply.activeProducts.find((product) => product.policyNumber === policyNumber)
  assert.equal(after?.paymentStatusDisplayStyle, "autopay")
  assert.equal(after?.currentPaymentMethod, "VISA ending in 4242")
  assert.equal(after?.amountDue, "36.10")

  const [kept] = await app.database.rows<{
    content: string
    version: string
    actorKind: string
    ip: string
  }>(
    sql`select content, version, actor_kind as "actorKind", ip from myaccount_core."authorization"`,
  )
  assert.equal(kept?.content, text)
  assert.equal(kept?.version, body.authorizationVersion)
  assert.equal(kept?.actorKind, "customer")
  const entries = await audited()
  assert.equal(entries.length, 1)
  const entry = JSON.parse(entries[0]?.content ?? "{}")
  assert.equal(entry.before.autoPay, "Not on Auto Pay")
  assert.equal(entry.after.autoPay, "VISA ending in 4242")

  const mail = await app.readMail("siobhan.obrien@example.com", "Auto Pay is set up")
  assert.match(mail.text, /\$36\.10, \$1\.50 of it billing fee/)
})

test("AUTOPAY-02 every outcome is made as the table says", async () => {
  const steps: [PaymentChoice, string][] = [
    [{ frequencyCode: "Q", paymentMethodRecordId: "00" }, "frequency"],
    [{ frequencyCode: "M", paymentMethodRecordId: "T-CARD" }, "both"],
    [{ frequencyCode: "M", paymentMethodRecordId: "T-BANK" }, "payment-method"],
    [{ frequencyCode: "A", paymentMethodRecordId: "T-BANK" }, "frequency"],
    [{ frequencyCode: "A", paymentMethodRecordId: "00" }, "remove"],
    [{ frequencyCode: "A", paymentMethodRecordId: "T-CARD" }, "add-admin-fees"],
  ]
  const before = (await audited()).length
  for (const [chosen, outcome] of steps) {
    const { body } = await agreed(chosen)
    assert.equal(body.emailType, outcome)
    const { status, text } = await put(body)
    assert.equal(status, 200, text)
    const product = await productNow()
    assert.equal(product.currentPaymentFrequecyCode, chosen.frequencyCode)
    assert.equal(product.currentPaymentMethodRecordId, chosen.paymentMethodRecordId)
    assert.equal(product.amountDue, body.totalPremium, outcome)
  }
  assert.equal((await audited()).length, before + steps.length)
})

test("CALLS-02 amounts, dates and outcomes that are not the server's own are refused", async () => {
  const { body } = await agreed(monthlyByCard)
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
  const before = await productNow()
  const records = (await audited()).length
  for (const [change, messageId] of tampered) {
    const answer = await put({ ...body, ...change })
    assert.equal(answer.status, 409, JSON.stringify(change))
    assert.equal(refusal(answer), messageId, JSON.stringify(change))
  }
  assert.deepEqual(await productNow(), before)
  assert.equal((await audited()).length, records)
})

test("CALLS-03 another's method, product or account is not found; an expired card is refused", async () => {
  const { body } = await agreed(monthlyByCard)
  const [detail] = body.paymentDetails
  const lena = await customerOf(app, "lena.fischer", "wayfarer")
  for (const change of [
    { paymentMethodRecordId: "T-OTHER" },
    { paymentMethodRecordId: "T-ONCE" },
    { paymentMethodRecordId: "ADD_NEW_PAYMENT_METHOD" },
    { policyNumber: "4001930427" },
    { policyNumber: lena.body.policyNumber },
    { accountNumber: lena.body.accountNumber },
  ]) {
    const answer = await put({ ...body, paymentDetails: [{ ...detail, ...change }] })
    assert.equal(answer.status, 404, JSON.stringify(change))
  }
  const foreign = await put({ ...body, ...lena.body, hostName: lena.host }, lena)
  assert.equal(foreign.status, 404)
  const expired = await put({
    ...body,
    paymentDetails: [{ ...detail, paymentMethodRecordId: "T-EXPIRED" }],
  })
  assert.equal(expired.status, 422)
  assert.equal(refusal(expired), "autoPay.methodExpired")
})

test("a product that cannot be changed says why, and is not", async () => {
  const blocked = "A letter about this product is on its way to you."
  const { body } = await agreed(monthlyByCard)
  await app.database.rows(sql`update policy_admin.billing set change_blocked = ${blocked}
    where policy_number = ${policyNumber}`)
  const answer = await put(body)
  assert.equal(refusal(answer), "autoPay.notPossible")
  assert.match(answer.text, /A letter about this product/)
  await app.database.rows(sql`update policy_admin.billing set change_blocked = ''
    where policy_number = ${policyNumber}`)
})

test("the same change sent again, or ten times at once, is made once", async () => {
  const records = (await audited()).length
  const { body } = await agreed(monthlyByCard)
  const answers = await Promise.all(Array.from({ length: 10 }, () => put(body)))
  answers.push(await put(body))
  for (const { status, text, reply } of answers) {
    assert.equal(status, 200, text)
    assert.equal(reply.messages[0]?.messageId, "autoPay.added")
  }
  assert.equal((await productNow()).amountDue, "36.10")
  assert.equal((await audited()).length, records + 1)
})

test("two different changes of one product at once: one is made, the other told to look again", async () => {
  const product = await productNow()
  const bodies = await Promise.all([
    agreed(monthlyByCard, product),
    agreed({ frequencyCode: "Q", paymentMethodRecordId: "00" }, product),
  ])
  const records = (await audited()).length
  const answers = await Promise.all(bodies.map(({ body }) => put(body)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await audited()).length, records + 1)
})

test("a method that is deleted while auto pay is set to it is either kept or charged nothing", async () => {
  for (let round = 0; round < 6; round += 1) {
    const recordId = `T-RACE-${round}`
    await saveMethod(recordId, siobhan.body.accountNumber)
    const { body } = await agreed({ frequencyCode: "M", paymentMethodRecordId: recordId })
    const [set, removed] = await Promise.all([put(body), deleteMethod(recordId)])
    const charged = (await productNow()).currentPaymentMethodRecordId
    if (removed.status === 200) assert.notEqual(charged, recordId)
    else assert.equal(removed.status, 409, removed.text)
    assert.ok([200, 404, 409].includes(set.status), set.text)
    await deleteMethod(recordId, { endAutoPay: "Y" })
    assert.equal((await productNow()).currentPaymentMethodRecordId, "00")
  }
})

test("a text that was read before midnight is still the one agreed to; one that was reworded is not", async () => {
  const yesterday = { ...asking, currentDate: "03/01/2026" }
  const { body } = await agreed(monthlyByCard, undefined, yesterday)
  await app.database.rows(sql`insert into appcontent.content (client, title, html)
    values ('harbor', 'authorization remove', '<p>Ended on {currentDate}: {productName}.</p>')`)
  assert.equal((await put(body)).status, 200)
  const older = { ...asking, currentDate: "02/28/2026" }
  const { body: old } = await agreed(
    { frequencyCode: "M", paymentMethodRecordId: "00" },
    undefined,
    older,
  )
  assert.equal(refusal(await put(old)), "authorization.changed")
})

test("what the account system could not make at once is made when it answers again", async () => {
  const { body } = await agreed({ frequencyCode: "S", paymentMethodRecordId: "T-BANK" })
  await app.database.rows(sql`create function policy_admin.away() returns trigger language plpgsql
    as 'begin raise exception ''shutting down'' using errcode = ''57P03''; end'`)
  await app.database.rows(sql`create trigger away before update on policy_admin.billing
    for each row execute function policy_admin.away()`)
  const answer = await put(body)
  assert.equal(answer.status, 503)
  assert.equal(refusal(answer), "autoPay.pending")
  assert.equal(refusal(await put(body)), "accountSystem.away")
  const removed = await deleteMethod("T-BANK", { endAutoPay: "Y" })
  assert.equal(refusal(removed), "paymentMethod.autoPayOnItsWay")
  assert.ok(await methodOf("T-BANK"), "nothing was deleted")
  await app.database.rows(sql`drop trigger away on policy_admin.billing`)

  await app.database.rows(sql`update policy_admin.person set is_email_subscribed = false
    where account_number = ${siobhan.body.accountNumber}`)
  const records = (await audited()).length
  app.clock.advance({ minutes: 2 })
  const policyAdmin = createEmbeddedPolicyAdmin(app.database)
  const another = createAutoPayChanges({
    database: app.database,
    clock: app.clock,
    policyAdmin,
    audit: createAudit({ clock: app.clock, key: randomBytes(32) }),
    transactionMails: createTransactionMails({
      database: app.database,
      clock: app.clock,
      policyAdmin,
      outbox: { add: () => assert.fail("who has unsubscribed gets no mail") },
      brandOf: () => assert.fail("nor is one written"),
    }),
    wakeMail: () => undefined,
    log: { warn: () => assert.fail("nothing is left over") },
  })
  await another.finishWaiting()
  await another.finishWaiting()
  await another.stop()
  assert.equal((await productNow()).currentPaymentFrequecyCode, "S")
  assert.equal((await audited()).length, records + 1)
})

test("what was agreed to can be read again by the person, and by nobody else", async () => {
  const list = (customer: Customer) =>
    customer.browser.call(customer.host, "POST /myaccount-core/authorizations", customer.body)
  const paper = (customer: Customer, authorizationId: string) =>
    customer.browser.call(
      customer.host,
      "GET /myaccount-core/authorizations/{authorizationId}",
      undefined,
      { params: { authorizationId } },
    )
  const { reply } = await list(siobhan)
  const first = reply.authorizations.find(({ title }) => title === "Auto Pay set up")
  assert.equal(first?.policyNumber, policyNumber)
  assert.equal(first?.agreedDate, "03/02/2026")
  assert.equal(first?.isCarriedOut, "Y")

  const { reply: read } = await paper(siobhan, first?.authorizationId ?? "")
  const { pages, isTagged } = await readPdf(Buffer.from(read.document, "base64"))
  const text = pages.join(" ")
  assert.ok(isTagged)
  assert.match(text, /I, Siobhán O'Brien-Nuñez, authorize Harbor Mutual/)
  assert.match(text, /Agreed by/)
  assert.match(text, /siobhan\.obrien_harbor/)

  const lena = await customerOf(app, "lena.fischer", "wayfarer")
  const maria = await customerOf(app, "maria.santos", "harbor")
  for (const other of [lena, maria]) {
    assert.deepEqual((await list(other)).reply.authorizations, [])
    assert.equal((await paper(other, first?.authorizationId ?? "")).status, 404)
  }
  assert.equal((await paper(siobhan, "' or ''='")).status, 404)
})

test("what was agreed to cannot be altered or taken away", async () => {
  for (const statement of [
    sql`update myaccount_core."authorization" set content = 'other'`,
    sql`delete from myaccount_core."authorization"`,
    sql`truncate myaccount_core."authorization" cascade`,
  ]) {
    await assert.rejects(app.database.rows(statement), /append-only/)
  }
})
