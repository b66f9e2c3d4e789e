import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { bankToken, cardToken } from "#testing/gateway-tokens.ts"

const host = "harbor.localhost"
let app: TestApp
let james: Customer

before(async () => {
  app = await startTestApp()
  james = await customerOf(app, "james.okafor", "harbor")
})

after(() => app.close())

const written = {
  username: "james.okafor",
  cardHolderName: "James Okafor",
  addressLine1: "7 Quay Street",
  addressLine2: "",
  addressLine3: "",
  city: "Portland",
  state: "ME",
  zipCode: "04101",
  customerEmail: "james.okafor@example.com",
  customerLoginIp: "",
}

async function add(more: object) {
  const body = { ...written, ...more }
  const added = await james.browser.call(host, "POST /myaccount-core/paymentMethod", body)
  assert.equal(added.status, 200, added.text)
  return added.reply
}

async function addAccount() {
  return await add({
    isCreditCard: false,
    isBankAccount: true,
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "James Okafor",
    originalRoutingNumber: "",
    accountNumber: await bankToken(app.gateway, "000100000005"),
    paymentType: "C",
    methodType: "Checking",
  })
}

async function newest() {
  const { reply } = await james.browser.call(host, "POST /myaccount-core/paymentMethods", {
    ...james.body,
  })
  assert.ok(reply.paymentMethods[0])
  return reply.paymentMethods[0]
}

async function answerDeposits(verifyAt: string, answer: "confirm" | "refuse"): Promise<void> {
  await fetch(`${verifyAt}/${answer}`, { method: "POST", redirect: "manual" })
  await app.gateway.sendDueReports()
}

test("METHODS-09 the demo's renewed card gets another number and date a day later, announced by email", async () => {
  await add({
    isCreditCard: true,
    isBankAccount: false,
    cardType: "VS",
    cardNumber: await cardToken(app.gateway, "4000000001001066"),
    expirationDate: "08/2031",
    methodType: "CreditCard",
    creditCardSecurityCode: "",
  })
  assert.equal((await newest()).paymentMethodHeader, "VISA ending in 1066")
  app.clock.advance({ hours: 25 })
  await app.gateway.sendDueReports()
  james = await customerOf(app, "james.okafor", "harbor")
  const { paymentMethodHeader, creditCard } = await newest()
  assert.deepEqual(
    [paymentMethodHeader, creditCard?.expirationDate],
    ["VISA ending in 1881", "08/2035"],
  )
  const subject = "A card in your Harbor Mutual account was updated"
  const { text } = await app.readMail("james.okafor@example.com", subject)
  assert.match(text, /VISA ending in 1066 .*VISA ending in 1881, good until the end of 08\/2035/s)
})

test("METHODS-08 METHODS-10 the demo's account is verified on a page of the sandbox, or cannot be charged", async () => {
  await addAccount()
  const first = await newest()
  assert.equal(first.isVerified, "N")
  await answerDeposits(first.verifyAt, "confirm")
  assert.equal((await newest()).isVerified, "Y")

  await addAccount()
  const second = await newest()
  await answerDeposits(second.verifyAt, "refuse")
  const failed = await newest()
  assert.deepEqual([failed.isVerified, failed.verifyAt], ["N", ""])
  assert.match(failed.verifyMessage, /could not be verified/)
  const { text } = await app.readMail("james.okafor@example.com", "could not be verified")
  assert.match(text, /Checking ending in 0005/)
})
