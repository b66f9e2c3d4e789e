import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { invalidCardText } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { bankToken, cardToken } from "#testing/gateway-tokens.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { staffActingFor } from "#testing/staff.ts"

const host = "harbor.localhost"
const visa = "4242424242424242"

let app: TestApp
/** Person with the demo's methods; no test changes them. */
let maria: Holder
let dorothy: Holder

before(async () => {
  app = await startTestApp()
  await app.database.rows(sql`insert into appcontent.content (client, title, html)
    values ('harbor', 'card number pattern amex', '')`)
  maria = await holder("maria.santos")
  dorothy = await holder("dorothy.lindqvist")
})

after(() => app.close())

interface Holder {
  browser: TestBrowser
  user: StoredUser
  common: Record<string, unknown>
}

async function holder(username: string): Promise<Holder> {
  const browser = app.browser()
  const user = await browser.signIn(host, username)
  const { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName } = user
  const person = { accountNumber, policyNumber, userid, isEmailSubscribed, firstName, lastName }
  return { browser, user, common: { client: "harbor", ...person } }
}

const written = {
  cardHolderName: "Maria Santos",
  addressLine1: "48 Lighthouse Road",
  addressLine2: "Apartment 3B",
  addressLine3: "",
  city: "South Portland",
  state: "ME",
  zipCode: "04106",
  customerEmail: "maria.santos@example.com",
  customerLoginIp: "",
}

function card(change: Record<string, unknown>, username = "maria.santos") {
  return {
    ...written,
    username,
    isCreditCard: true,
    isBankAccount: false,
    cardType: "VS",
    cardNumber: "",
    expirationDate: "08/2031",
    methodType: "CreditCard",
    creditCardSecurityCode: "",
    ...change,
  }
}

/** A body with exactly the fields that the specification lists. */
function bank(change: Record<string, unknown>) {
  const { customerEmail: _, customerLoginIp: __, ...listed } = written
  return {
    ...listed,
    username: "maria.santos",
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "Maria Santos",
    originalRoutingNumber: "",
    accountNumber: "",
    paymentType: "C",
    methodType: "Checking",
    ...change,
  }
}

async function list(who: Holder, more: object = {}): Promise<PaymentMethod[]> {
  const body = { ...who.common, ...more }
  const answer = await who.browser.call(host, "POST /myaccount-core/paymentMethods", body)
  assert.equal(answer.status, 200, answer.text)
  return answer.reply.paymentMethods
}

const add = (body: object, who = maria) =>
  who.browser.call(host, "POST /myaccount-core/paymentMethod", body)
const update = (body: object, who = maria) =>
  who.browser.call(host, "PUT /myaccount-core/paymentMethod", body)
const remove = (recordId: string, more: object = {}, who = maria) =>
  who.browser.call(host, "POST /myaccount-core/paymentMethod/delete", {
    ...who.common,
    recordId,
    methodType: "CreditCard",
    ...more,
  })

const headers = (methods: PaymentMethod[]) => methods.map((one) => one.paymentMethodHeader)

const mailTo = async (username: string, about: string) =>
  (await app.readMail(`${username}@example.com`, about)).text

async function audited(accountNumber: string): Promise<string[]> {
  const entries = await auditLog(app.database, "harbor")
  return entries
    .filter((entry) => entry.accountNumber === accountNumber && !entry.action.startsWith("signIn"))
    .map(({ action }) => action)
}

test("METHODS-01 the list shows the details by which a person recognizes each method", async () => {
  const [valid, expired, account, ...more] = await list(maria)
  assert.equal(more.length, 0)
  assert.ok(valid && expired && account)
  assert.equal(valid.paymentMethodHeader, "VISA ending in 4242")
  assert.equal(valid.isCardExpired, "N")
  assert.equal(valid.billingMethodCode, "04")
  assert.equal(valid.address.cityName, "South Portland")
  assert.deepEqual(valid.creditCard, {
    paymentType: "VS",
    cardNumber: "•••• 4242",
    expirationDate: "08/2031",
    creditCardSecurityCode: "",
    accountNumberLast4Digit: "4242",
    financialInstitutionName: "VISA",
  })
  assert.equal(valid.bankAccount, null)
  assert.equal(expired.isCardExpired, "Y")
  assert.match(expired.cardExpMessage, /MasterCard ending in 4444 expired at the end of 01\/2024/)
  assert.deepEqual(account.bankAccount, {
    paymentType: "Checking",
    originalRoutingNumber: "",
    maskedRoutingNumber: "*****0000",
    accountNumber: "•••• 6789",
    accountNumberLast4Digit: "6789",
    financialInstitutionName: "Sandbox Bank",
  })
  const { managePaymentMethodOption: option } = valid
  assert.equal(option.deletePaymentMethod.disable, "N")
  assert.match(option.deletePaymentMethodConfirmation.message, /Auto Pay uses VISA ending in 4242/)
  assert.equal(account.managePaymentMethodOption.deletePaymentMethodConfirmation.message, "")
})

test("a card can be used until the end of its month", async () => {
  const username = "siobhan.obrien"
  const siobhan = await holder(username)
  const cardNumber = await cardToken(app.gateway, visa, "03/2026")
  const body = card({ cardNumber, expirationDate: "03/2026" }, username)
  const { reply, status, text } = await add(body, siobhan)
  assert.equal(status, 200, text)
  assert.equal(reply.paymentMethods[0]?.isCardExpired, "N")
  await mailTo(username, "payment method was added")
  await remove(reply.paymentMethods[0]?.paymentRecordId ?? "", {}, siobhan)
  await mailTo(username, "payment method was deleted")
})

test("METHODS-07 a method is added by its token, once however often it is sent", async () => {
  const username = "robert.chen"
  const robert = await holder(username)
  const before = await list(robert)
  const cardNumber = await cardToken(app.gateway, "5555555555554444", "11/2030")
  const body = card({ cardNumber, cardType: "MC", expirationDate: "" }, username)
  const send = () => add(body, robert)
  const answers = await Promise.all([send(), send(), send()])
  for (const { status, reply, text } of [...answers, await send()]) {
    assert.equal(status, 200, text)
    assert.deepEqual(reply.messages[0]?.content, [
      "MasterCard ending in 4444 was added to your payment methods.",
    ])
    assert.equal(reply.paymentMethods.length, before.length + 1)
    assert.equal(reply.paymentMethods[0]?.creditCard?.expirationDate, "11/2030")
  }
  assert.match(
    await mailTo(username, "payment method was added"),
    /MasterCard ending in 4444 was added/,
  )
  const kept = await app.database.rows(
    sql`select content from myaccount_core.payment_method_request where content is not null`,
  )
  assert.deepEqual(kept, [], "no token is kept longer than it takes")
})

test("METHODS-07 a method that looks like a saved one is added, and the message mentions the saved one", async () => {
  const siobhan = await holder("siobhan.obrien")
  const addNew = async (number: string, cardType: string) => {
    const cardNumber = await cardToken(app.gateway, number)
    const { reply } = await add(card({ cardNumber, cardType }, "siobhan.obrien"), siobhan)
    return reply.messages[0]?.content.join(" ")
  }
  const again =
    "VISA ending in 4242 was added. You had saved VISA ending in 4242 before. If both are the same, please delete the one that you do not need."
  assert.equal(await addNew(visa, "VS"), "VISA ending in 4242 was added to your payment methods.")
  assert.equal(await addNew(visa, "VS"), again)
  assert.match((await addNew("5555555555554444", "MC")) ?? "", /4444 was added to your payment/)
})

test("METHODS-07 the gateway's details of a number count, and details sent by a browser do not", async () => {
  const before = await list(maria)
  const amex = await cardToken(app.gateway, "378282246310005")
  const wrongType = await add(card({ cardNumber: amex }))
  assert.equal(wrongType.status, 422)
  assert.ok(wrongType.text.includes(invalidCardText))
  const asBank = await add(bank({ accountNumber: await cardToken(app.gateway, visa) }))
  assert.deepEqual(asBank.messageIds, ["paymentMethod.invalid"])
  for (const [what, body] of Object.entries({
    "a refused card": card({ cardNumber: await cardToken(app.gateway, "4000000000000002") }),
    "an unknown token": card({ cardNumber: "token_of_nobody" }),
    "an account number": bank({ accountNumber: "000123456789" }),
    "a code": card({ cardNumber: "token_x", creditCardSecurityCode: "917" }),
    "a routing number": bank({ accountNumber: "token_x", originalRoutingNumber: "110000000" }),
    "a past date": card({ cardNumber: "token_x", expirationDate: "02/2026" }),
    "a date far ahead": card({ cardNumber: "token_x", expirationDate: "02/2099" }),
    "a bank that contradicts itself": bank({ accountNumber: "token_x", isSavingAccount: true }),
    "a long holder": card({ cardNumber: "token_x", cardHolderName: "x".repeat(31) }),
    "no holder": card({ cardNumber: "token_x", cardHolderName: " " }),
    "a zip code of words": card({ cardNumber: "token_x", zipCode: "elsewhere" }),
  })) {
    const answer = await add(body)
    assert.equal(answer.status, 422, `${what}: ${answer.text}`)
  }
  assert.deepEqual(await list(maria), before)
})

test("a person cannot use another person's token or name", async () => {
  const cardNumber = await cardToken(app.gateway, visa)
  assert.equal((await add(card({ cardNumber }, "dorothy.lindqvist"), dorothy)).status, 200)
  assert.deepEqual((await add(card({ cardNumber }))).messageIds, ["paymentMethod.invalid"])
  const asDorothy = card({ cardNumber: await cardToken(app.gateway, visa) }, "dorothy.lindqvist")
  const stranger = await holder("siobhan.obrien")
  assert.deepEqual((await add(asDorothy, stranger)).messageIds, ["request.notYours"])
})

test("METHODS-04 a bank account is added with the gateway's information about its bank", async () => {
  const savings = { isCheckingAccount: false, isSavingAccount: true, paymentType: "S" }
  const accountNumber = await bankToken(app.gateway)
  const username = "james.okafor"
  const body = bank({ accountNumber, ...savings, methodType: "Savings", username })
  const { reply, text } = await add(body, await holder(username))
  const [added] = reply.paymentMethods
  assert.equal(added?.paymentMethodHeader, "Savings ending in 6789", text)
  assert.equal(added?.bankAccount?.financialInstitutionName, "Sandbox Bank")
})

test("METHODS-05 holder, address and expiry can be changed, here and at the gateway; the kind cannot", async () => {
  const username = "grace.adeyemi"
  const grace = await holder(username)
  const { accountNumber } = grace.user
  const paymentRecordId = "T-EXPIRED"
  const saved = { recordId: paymentRecordId, sample: "visa", expirationDate: "01/2024" }
  await saveMethod(app.database, { client: "harbor", accountNumber, ...saved })
  const change = { paymentRecordId, expirationDate: "12/2033", city: " Bangor " }
  const body = card({ ...change, cardHolderName: "G. Adeyemi" }, username)
  const { reply, status, text } = await update(body, grace)
  assert.equal(status, 200, text)
  assert.deepEqual(reply.messages[0]?.content, ["Your changes to VISA ending in 4242 were saved."])
  const changed = reply.paymentMethods.find((one) => one.paymentRecordId === paymentRecordId)
  assert.equal(changed?.creditCard?.expirationDate, "12/2033")
  assert.equal(changed?.isCardExpired, "N")
  assert.equal(changed?.cardHolderName, "G. Adeyemi")
  assert.equal(changed?.address.cityName, "Bangor")
  const before = await audited(accountNumber)
  const again = await update(body, grace)
  assert.equal(again.status, 200)
  assert.deepEqual(await audited(accountNumber), before, "nothing was changed twice")

  const toMasterCard = card({ paymentRecordId, cardType: "MC" }, username)
  for (const other of [toMasterCard, bank({ paymentRecordId, username })]) {
    assert.deepEqual((await update(other, grace)).messageIds, ["request.invalid"])
  }
  const noDate = await update(card({ ...change, expirationDate: "" }, username), grace)
  assert.deepEqual(noDate.messageIds, ["request.invalid"])
  const past = await update(card({ ...change, expirationDate: "01/2026" }, username), grace)
  assert.deepEqual(past.messageIds, ["paymentMethod.expired"])
  const newNumber = await update(card({ ...change, cardNumber: "token_x" }, username), grace)
  assert.deepEqual(newNumber.messageIds, ["request.invalid"])
})

test("a change of another customer's method gets 404 and changes nothing", async () => {
  const { accountNumber } = dorothy.user
  const paymentRecordId = "T-DOROTHY"
  const saved = { recordId: paymentRecordId, sample: "visa" }
  await saveMethod(app.database, { client: "harbor", accountNumber, ...saved })
  const before = await list(dorothy)
  assert.ok(before.some((one) => one.paymentRecordId === paymentRecordId))
  assert.equal((await update(card({ paymentRecordId }))).status, 404)
  assert.equal((await remove(paymentRecordId, { endAutoPay: "Y" })).status, 404)
  assert.deepEqual(await list(dorothy), before)
  const ofAnother = { ...maria.common, policyNumber: dorothy.user.policyNumber }
  const answer = await maria.browser.call(host, "POST /myaccount-core/paymentMethods", ofAnother)
  assert.equal(answer.status, 404)
})

test("deleting a method that auto pay uses requires confirmation, and then auto pay ends", async () => {
  const onAutoPay = async () => {
    const { reply } = await dorothy.browser.call(host, "POST /myaccount-core/dashboard", {
      ...dorothy.common,
      policyHolder: { firstName: "Dorothy", lastName: "Lindqvist" },
    })
    return reply.activeProducts.filter((one) => one.currentPaymentMethodRecordId === "PM-21338")
  }
  const products = await onAutoPay()
  assert.ok(products.length > 1)
  const refused = await remove("PM-21338", {}, dorothy)
  assert.deepEqual(refused.messageIds, ["paymentMethod.onAutoPay"])
  for (const { productDesc } of products) assert.ok(refused.text.includes(productDesc))
  assert.equal((await onAutoPay()).length, products.length)

  const { status, reply, text } = await remove("PM-21338", { endAutoPay: "Y" }, dorothy)
  assert.equal(status, 200, text)
  assert.match(reply.messages[0]?.content[0] ?? "", /was deleted, and Auto Pay ends for .+ and /)
  assert.ok(!reply.paymentMethods.some((one) => one.paymentRecordId === "PM-21338"))
  assert.deepEqual(await onAutoPay(), [])
  const actions = await audited(dorothy.user.accountNumber)
  assert.ok(actions.includes("paymentMethod.delete"))
  assert.equal(actions.filter((one) => one === "autoPay.change").length, products.length)
  assert.match(await mailTo("dorothy.lindqvist", "was deleted"), /Auto Pay ends for/)
  const again = await remove("PM-21338", {}, dorothy)
  assert.equal(again.status, 200, "deleting twice is no error")
})

test("METHODS-06 a method for one payment is offered only during that payment", async () => {
  const username = "james.okafor"
  const james = await holder(username)
  const saved = headers(await list(james))
  const cardNumber = await cardToken(app.gateway, "6011111111111117")
  const fromPayNow = { addPaymentMethodFrom: "paynow", rememberPaymentMethod: "N" }
  const body = card({ cardNumber, cardType: "DS", ...fromPayNow }, username)
  const { reply, text } = await add(body, james)
  assert.equal(reply.paymentMethods[0]?.paymentMethodHeader, "Discover ending in 1117", text)
  assert.match(
    reply.messages[0]?.content[0] ?? "",
    /is ready for this payment and will not be saved/,
  )
  assert.deepEqual(headers(await list(james)), saved)
  const offered = await list(james, { addPaymentMethodFrom: "paynow" })
  assert.deepEqual(headers(offered), ["Discover ending in 1117", ...saved])

  const payer = await customerOf(app, username, "harbor")
  const recordId = offered[0]?.paymentRecordId ?? ""
  const payment = await paymentBody(payer, "4003120956", recordId)
  const key = { headers: { "idempotency-key": randomUUID() } }
  const paid = await payer.browser.call(host, "POST /myaccount-core/payNow", payment, key)
  assert.equal(paid.status, 200, paid.text)
  assert.deepEqual(headers(await list(james, { addPaymentMethodFrom: "paynow" })), saved)
})

test("AGENT-03 staff acting for a person can see the methods and cannot change any", async () => {
  const { browser } = await staffActingFor(app, "maria.santos", "harbor")
  const staff = { ...maria, browser }
  const methods = await list(staff)
  for (const { managePaymentMethodOption: option } of methods) {
    assert.equal(option.saveChanges.disable, "Y")
    assert.equal(option.editPaymentMethod.disable, "Y")
    assert.notEqual(option.editPaymentMethod.message, "")
    assert.equal(option.deletePaymentMethod.disable, "Y")
    assert.notEqual(option.deletePaymentMethod.message, "")
  }
  const [first] = methods
  assert.equal((await remove(first?.paymentRecordId ?? "", {}, staff)).status, 403)
  assert.equal((await add(card({ cardNumber: "token_x" }), staff)).status, 403)
  assert.equal((await list(maria)).length, methods.length)
})

test("METHODS-03 a card type without a pattern is not accepted", async () => {
  const check = (cardType: string) =>
    maria.browser.call(host, "POST /myaccount-core/paymentMethod/check", {
      cardType,
      cardNumber: "token_x",
    })
  assert.equal((await check("VS")).reply.status, "SUCCESS")
  const { reply } = await check("AM")
  assert.deepEqual([reply.status, reply.statusMessage], ["ERROR", invalidCardText])
  const cardNumber = await cardToken(app.gateway, "378282246310005")
  assert.equal((await add(card({ cardNumber, cardType: "AM" }))).status, 422)
})
