import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import {
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import type { TestApp } from "#testing/app.ts"
import type { Customer } from "#testing/customer.ts"
import { paymentBody } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { changeBody, factsOf, kindOf, quoteOf } from "#web/payments/auto-pay/auto-pay-change.ts"
import { cardOf, client } from "./people.ts"

const host = "harbor.localhost"

/**
 * The operations of people in the portal, and of staff for them. `as` returns a signed-in person.
 */
export function actsIn(app: TestApp, as: (accountNumber: string) => Promise<Customer>) {
  /** Opens Pay Now for a product, and returns the function that agrees to the displayed terms. */
  async function atPayNow(
    who: string,
    policyNumber: string,
    recordId = cardOf(who),
    part?: string,
  ) {
    const payer = await as(who)
    const body = await paymentBody(payer, policyNumber, recordId, part)
    return async (key: string = randomUUID()) => {
      const made = await payer.browser.call(host, "POST /myaccount-core/payNow", body, {
        headers: { "idempotency-key": key },
      })
      await app.settle()
      return made
    }
  }

  /**
   * Opens the dialog of auto pay, and returns the function that agrees to the displayed terms. Null
   * ends auto pay.
   */
  async function atAutoPay(
    who: string,
    policyNumber: string,
    recordId: string | null = cardOf(who),
  ) {
    const { browser, body: customer, user } = await as(who)
    const body = { ...customer, policyNumber, csUserid: "" }
    const { reply: site } = await browser.call(host, "GET /appcontent/clientAttributes")
    const form = await browser.call(host, "POST /myaccount-core/paymentFrequency", body)
    const [product] = form.reply.activeProducts ?? []
    assert.ok(product, form.text)
    const methods = await browser.call(host, "POST /myaccount-core/paymentMethods", customer)
    const { currentDate, chargeQuotes, authorizationReader: reader } = form.reply
    const chosen = { frequencyCode: "M", paymentMethodRecordId: recordId }
    const quote = quoteOf(chargeQuotes, chosen)
    assert.ok(quote)
    const method = methods.reply.paymentMethods.find((one) => one.paymentRecordId === recordId)
    const change = { product, chosen, method, quote }
    const { clientName, clientPhoneNumber: phoneNumber } = site
    const by = { user, client, clientName, phoneNumber, hostName: host, currentDate, reader }
    const kind = kindOf(change) ?? "frequency"
    const titles = [authorizationTitle(kind)]
    const texts = await browser.call(host, "POST /appcontent/contents", { titles })
    const text = authorizationText(kind, texts.reply.items[0]?.content ?? "", factsOf(change, by))
    const version = await authorizationVersion(text ?? "")
    return async () => {
      const sent = changeBody(change, by, version)
      const made = await browser.call(host, "PUT /myaccount-core/paymentFrequency", sent)
      await app.settle()
      return made
    }
  }

  async function screens(who: string) {
    const { browser, body } = await as(who)
    const policyHolder = { firstName: body.firstName, lastName: body.lastName }
    /**
     * The pages repeat a request without the product of the session if the person no longer has it.
     */
    const asked = async <Reply extends { messageIds: string[] }>(
      call: (of: typeof body) => Promise<Reply>,
    ): Promise<Reply> => {
      const reply = await call(body)
      const isGone = reply.messageIds.includes("product.gone")
      return isGone ? await call({ ...body, policyNumber: "" }) : reply
    }
    return {
      dashboard: await asked((of) =>
        browser.call(host, "POST /myaccount-core/dashboard", { ...of, policyHolder }),
      ),
      center: await asked((of) => browser.call(host, "POST /myaccount-core/products", of)),
      coming: await asked((of) => browser.call(host, "POST /myaccount-core/comingPayments", of)),
      history: await asked((of) => browser.call(host, "POST /myaccount-core/paymentHistory", of)),
    }
  }

  /** Skips the auto pay charge of this day, such as 03/10/2026. */
  async function skip(who: string, policyNumber: string, chargeDate: string) {
    const { browser, body } = await as(who)
    const sent = { ...body, policyNumber, hostName: host, chargeDate }
    const made = await browser.call(host, "PUT /myaccount-core/autoPay/skip", sent)
    assert.equal(made.status, 200, made.text)
    await app.settle()
  }

  /** Staff with all roles, at the support site. */
  async function staff() {
    await giveRoles(app.database, "agent.kim")
    const browser = app.browser()
    await browser.signIn(supportHost, "agent.kim")
    return browser
  }

  /** Gives a credit as staff, such as 20.00. */
  async function credit(accountNumber: string, policyNumber: string, amount: string) {
    const made = await (await staff()).call(
      supportHost,
      "POST /myaccount-core/agent/corrections",
      {
        ...{ customerClient: client, accountNumber, policyNumber, kind: "credit", amount },
        ...{ billNumber: null, reason: "Goodwill" },
      },
      { headers: { "idempotency-key": randomUUID() } },
    )
    assert.equal(made.status, 200, made.text)
    await app.settle()
  }

  /** Refunds a payment as staff, such as 20.00 of it, and reopens its bill. */
  async function refund(confirmationNumber: string, refundAmount: string) {
    const made = await (await staff()).call(
      supportHost,
      "POST /myaccount-core/agent/refunds",
      {
        customerClient: client,
        confirmationNumber,
        refundAmount,
        reason: "Goodwill",
        reopens: true,
      },
      { headers: { "idempotency-key": randomUUID() } },
    )
    assert.equal(made.status, 200, made.text)
    await app.settle()
  }

  /** The result of a search by staff, as text. */
  async function searched(searchType: string, value: string): Promise<string> {
    const query = { searchType, value }
    const browser = await staff()
    const key = "GET /myaccount-core/agent/clients"
    return (await browser.call(supportHost, key, undefined, { query })).text
  }

  const status = async () =>
    await (await staff()).call(supportHost, "GET /myaccount-core/agent/status")

  return {
    status,
    atPayNow,
    atAutoPay,
    screens,
    skip,
    credit,
    refund,
    searched,
    /** Pays what is due now; returns the answer. */
    pay: async (...of: Parameters<typeof atPayNow>) => await (await atPayNow(...of))(),
    /** Sets auto pay now, and expects success. */
    async agree(...of: Parameters<typeof atAutoPay>) {
      const made = await (await atAutoPay(...of))()
      assert.equal(made.status, 200, made.text)
    },
  }
}
