import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { bankDebitText } from "#contracts/payments/payment-method-rules.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { chosenBankToken } from "#testing/gateway-tokens.ts"
import { staffActingFor } from "#testing/staff.ts"
import { mailsAbout } from "./bank-account-fixture.ts"

let app: TestApp
let maria: Customer
let dorothy: Customer

before(async () => {
  app = await startTestApp()
  maria = await customerOf(app, "maria.santos", "harbor")
  dorothy = await customerOf(app, "dorothy.lindqvist", "harbor")
})

after(() => app.close())

const askFor = async ({ browser, host }: Customer) =>
  await browser.call(host, "POST /myaccount-core/paymentGateway/bankSession", undefined)

async function choose(who: Customer): Promise<string> {
  const { reply, text } = await askFor(who)
  assert.ok(reply.session, text)
  return await chosenBankToken(app.gateway, reply.session)
}

async function add({ browser, host }: Customer, accountNumber: string, username = "maria.santos") {
  return await browser.call(host, "POST /myaccount-core/paymentMethod", {
    cardHolderName: "Maria Santos",
    addressLine1: "48 Lighthouse Road",
    addressLine2: "",
    addressLine3: "",
    city: "South Portland",
    state: "ME",
    zipCode: "04106",
    username,
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "Maria Santos",
    originalRoutingNumber: "",
    accountNumber,
    paymentType: "C",
    methodType: "Checking",
  })
}

test("METHODS-17 an account that the customer chose at their bank is saved with their agreement, and the email confirms it", async () => {
  const token = await choose(maria)
  const [one, same] = await Promise.all([add(maria, token), add(maria, token)])
  for (const { status, text } of [one, same]) assert.equal(status, 200, text)
  const [added, ...others] = one.reply.paymentMethods
  assert.equal(added?.isVerified, "Y")
  assert.equal(added?.bankAccount?.financialInstitutionName, "Sandbox Bank")
  assert.equal(others.length, same.reply.paymentMethods.length - 1)
  const agreed = bankDebitText("Harbor Mutual", "(800) 555-0142")
  const entries = await auditLog(app.database, "harbor")
  const entry = entries.findLast(({ action }) => action === "paymentMethod.add")
  assert.partialDeepStrictEqual(entry, { after: { agreedTo: agreed } })
  const mails = await mailsAbout(app, "A payment method was added")
  assert.equal(mails.length, 1)
  for (const fact of ["Maria Santos", "Sandbox Bank", "110000000", "6789", agreed]) {
    assert.ok(mails[0]?.text.includes(fact), fact)
  }
})

test("METHODS-17 a customer cannot add the account that another one chose", async () => {
  const token = await choose(maria)
  assert.match(
    (await add(dorothy, token, "dorothy.lindqvist")).text,
    /"messageId":"paymentMethod\.invalid"/,
  )
  assert.equal((await add(maria, token)).status, 200)
})

test("METHODS-17 staff cannot choose an account at the customer's bank", async () => {
  const staff = await staffActingFor(app, "maria.santos", "harbor")
  const path = "POST /myaccount-core/paymentGateway/bankSession"
  assert.equal((await staff.browser.call(maria.host, path, undefined)).status, 403)
})
