import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { frameToken, typedToken } from "#ports/payment-gateway/stripe/frame-tokens-fixture.ts"
import { methodOf } from "#ports/payment-gateway/stripe/stripe-fixture.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { noPages } from "#server/page/web.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { createTestBrowser } from "#testing/browser.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { paymentBody } from "#testing/pay-now.ts"
import { keySettings } from "#testing/secret-key.ts"
import { sendHttp } from "#testing/send-http.ts"
import { startStripePortal } from "#testing/stripe-portal.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** A server with another gateway than the app's, and what its pages and the bank do. */
interface Portal {
  port: number
  idle(): Promise<void>
  cardToken(of: Customer): Promise<string>
  bankToken(of: Customer): Promise<string>
  /** The customer confirms the small deposits to an account. */
  verify(recordId: string): Promise<void>
  close(): Promise<void>
}

async function startOverStripe(): Promise<Portal> {
  const { database, clock, mailbox } = app
  const portal = await startStripePortal({
    ...{ database, clock, smtpUrl: mailbox.smtpUrl, web: noPages },
  })
  const gatewayOf = async ({ browser, host }: Customer) =>
    (await browser.call(host, "GET /myaccount-core/paymentGateway")).reply
  return {
    ...portal,
    cardToken: async (of) => await frameToken(await gatewayOf(of)),
    bankToken: async (of) => await typedToken(await gatewayOf(of), account),
    async verify(recordId) {
      const [row] = await database.rows<{ reference: string }>(sql`
        update myaccount_core.payment_method set verify_at = ''
        where client = 'wayfarer' and record_id = ${recordId}
        returning gateway_reference as reference`)
      portal.verify(methodOf(row?.reference ?? ""))
    },
  }
}

/** The sandbox is a part of this server, and takes entries at the address of each site. */
async function startWithSandbox(): Promise<Portal> {
  const { database, clock, mailbox } = app
  const folder = mkdtempSync(join(tmpdir(), "earlier-release-"))
  const config = readConfig({
    ...{ PORT: "0", ...keySettings, LOG_LEVEL: "error", SMTP_URL: mailbox.smtpUrl },
    ...{ BILLING_RUN: "off", DATA_DIR: folder },
  })
  const { port, idle, close } = await startServer({
    ...{ config, database, clock, databaseTime: async () => clock.now(), web: noPages },
  })
  async function token({ host }: Customer, entry: object): Promise<string> {
    const answer = await sendHttp<{ token: string }>(port, host, {
      ...{ method: "POST", path: "/sandbox-gateway/tokens" },
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...entry, holder: "Maria Santos", address }),
    })
    assert.equal(answer.status, 200, answer.text)
    return (JSON.parse(answer.text) as { token: string }).token
  }
  const card = { kind: "card", number: "4242424242424242", expiration: "08/2031", cvc: "917" }
  const bank = { kind: "bank", routing: "110000000", account, type: "savings" }
  return {
    ...{ port, idle },
    cardToken: async (of) => await token(of, card),
    bankToken: async (of) => await token(of, bank),
    async verify() {},
    async close() {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}

const account = "000123456789"
const address = { lines: ["48 Lighthouse Road"], city: "South Portland", state: "ME", zip: "04106" }

/** The customer signs in at the app, and uses the session at this server. */
async function customerAt({ port, idle }: Portal, username: string, client: string) {
  const customer = await customerOf(app, username, client)
  const browser = createTestBrowser(port, app.readCode, () => {}, idle)
  const { cookies, tokens } = customer.browser
  for (const [host, kept] of cookies) browser.cookies.set(host, kept)
  for (const [host, kept] of tokens) browser.tokens.set(host, kept)
  return { ...customer, browser }
}

const written = {
  ...{ addressLine1: "48 Lighthouse Road", addressLine2: "", addressLine3: "" },
  ...{ city: "South Portland", state: "ME", zipCode: "04106" },
  ...{ customerEmail: "maria.santos@example.com", customerLoginIp: "" },
}

/** What a page of the earlier release sends for a card, and for an account. */
const bodies = {
  card: (cardNumber: string, cardHolderName: string) => ({
    ...written,
    ...{ isCreditCard: true, isBankAccount: false, cardHolderName, cardType: "VS", cardNumber },
    ...{ creditCardSecurityCode: "", expirationDate: "08/2031", methodType: "CreditCard" },
  }),
  bank: (accountNumber: string, name: string) => ({
    ...written,
    ...{ isCreditCard: false, isBankAccount: true, isCheckingAccount: false },
    ...{ isSavingAccount: true, cardHolderName: name, nameOnAccount: name, accountNumber },
    ...{ originalRoutingNumber: "", paymentType: "S", methodType: "Savings" },
  }),
}

const cases: {
  gateway: string
  start(): Promise<Portal>
  kind: keyof typeof bodies
  username: string
  client: string
  policyNumber: string
}[] = [
  {
    ...{ gateway: "the sandbox in the server", start: startWithSandbox, kind: "card" },
    ...{ username: "maria.santos", client: "harbor", policyNumber: "4001930435" },
  },
  {
    ...{ gateway: "the sandbox in the server", start: startWithSandbox, kind: "bank" },
    ...{ username: "james.okafor", client: "harbor", policyNumber: "4003120956" },
  },
  {
    ...{ gateway: "Stripe", start: startOverStripe, kind: "card" },
    ...{ username: "robert.chen", client: "harbor", policyNumber: "4004688301" },
  },
  {
    ...{ gateway: "Stripe", start: startOverStripe, kind: "bank" },
    ...{ username: "lena.fischer", client: "wayfarer", policyNumber: "5100442871" },
  },
]

for (const { gateway, start, kind, username, client, policyNumber } of cases) {
  test(`METHODS-05 METHODS-07 a ${kind} that a page of the earlier release adds with its token of ${gateway} is charged, edited and deleted`, async () => {
    const portal = await start()
    try {
      const customer = await customerAt(portal, username, client)
      const { browser, host } = customer
      const token = await portal[`${kind}Token`](customer)
      const body = { ...bodies[kind](token, "Maria Santos"), username }
      if (kind === "card") {
        const entry = { cardType: "VS", cardNumber: token }
        const key = "POST /myaccount-core/paymentMethod/check"
        const checked = await browser.call(host, key, entry)
        assert.equal(checked.reply.status, "SUCCESS", checked.text)
      }
      const added = await browser.call(host, "POST /myaccount-core/paymentMethod", body)
      assert.equal(added.status, 200, added.text)
      const paymentRecordId = added.reply.paymentMethods[0]?.paymentRecordId ?? ""
      if (kind === "bank") await portal.verify(paymentRecordId)

      const payment = await paymentBody(customer, policyNumber, paymentRecordId)
      const headers = { "idempotency-key": randomUUID() }
      const key = "POST /myaccount-core/payNow"
      const paid = await browser.call(host, key, payment, { headers })
      assert.equal(paid.status, 200, paid.text)
      assert.match(paid.reply.confirmationNumber, /./)

      const change = { ...bodies[kind]("", "M. Santos"), username, paymentRecordId }
      const edited = await browser.call(host, "PUT /myaccount-core/paymentMethod", change)
      assert.equal(edited.status, 200, edited.text)
      const { methodType } = body
      const removal = { ...customer.body, recordId: paymentRecordId, methodType }
      const removed = await browser.call(host, "POST /myaccount-core/paymentMethod/delete", removal)
      assert.equal(removed.status, 200, removed.text)
      const left = removed.reply.paymentMethods.map((one) => one.paymentRecordId)
      assert.ok(!left.includes(paymentRecordId))
    } finally {
      await portal.close()
    }
  })
}
