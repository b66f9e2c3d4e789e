import assert from "node:assert/strict"
import {
  authorizationText,
  authorizationTitle,
  authorizationVersion,
} from "#contracts/payments/authorization-rules.ts"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { sql } from "#database/sql.ts"
import type { RecordedEntry } from "#services/audit/audit-content.ts"
import type { TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { type SavedMethod, saveMethod } from "#testing/pay-now.ts"
import {
  type Asking,
  type Change,
  changeBody,
  factsOf,
  kindOf,
  quoteOf,
} from "#web/payments/auto-pay/auto-pay-change.ts"

/** Siobhan's product, due now: monthly, with a billing fee on auto pay. */
export const policyNumber = "4003344819"

export const monthlyByCard = { frequencyCode: "M", paymentMethodRecordId: "T-CARD" }

/** Siobhan with her own payment methods, at the dialog that changes how her product is paid. */
export async function siobhanAtAutoPay(app: TestApp) {
  const siobhan = await customerOf(app, "siobhan.obrien", "harbor")
  const { client, accountNumber } = siobhan.body
  await app.database.rows(sql`update policy_admin.billing set has_billing_fee = true
    where client = 'harbor' and policy_number = ${policyNumber}`)
  await app.database.rows(sql`update policy_admin.frequency set fee = 1.50
    where client = 'harbor' and policy_number = ${policyNumber} and code <> 'A'`)
  await save("T-CARD")
  await save("T-BANK", { sample: "bank" })
  const asking: Asking = {
    ...{ user: siobhan.user, client, hostName: siobhan.host },
    reader: (await loadedProduct()).reader,
    currentDate: "03/02/2026",
  }

  async function save(recordId: string, more: Partial<SavedMethod> = {}) {
    const sample = "visa"
    await saveMethod(app.database, { client, accountNumber, recordId, sample, ...more })
  }

  /** The product as the dialog loads it. */
  async function productNow(customer = siobhan, number = policyNumber): Promise<Product> {
    return (await loadedProduct(customer, number)).product
  }

  async function loadedProduct(customer = siobhan, number = policyNumber) {
    const body = { ...customer.body, policyNumber: number, csUserid: "" }
    const { reply, text } = await customer.browser.call(
      customer.host,
      "POST /myaccount-core/paymentFrequency",
      body,
    )
    assert.ok(reply.activeProducts[0], text)
    assert.equal(reply.currentDate, "03/02/2026")
    const [product] = reply.activeProducts
    return { product, quotes: reply.chargeQuotes, reader: reply.authorizationReader }
  }

  async function methodOf(recordId: string | null): Promise<PaymentMethod | undefined> {
    const { reply } = await siobhan.browser.call(
      siobhan.host,
      "POST /myaccount-core/paymentMethods",
      siobhan.body,
    )
    return reply.paymentMethods.find((method) => method.paymentRecordId === recordId)
  }

  /** The body that the browser sends after the person agreed to the text on screen. */
  async function agreed(chosen: PaymentChoice, product?: Product, by = asking) {
    const method = await methodOf(chosen.paymentMethodRecordId)
    const now = await loadedProduct()
    const quote = quoteOf(now.quotes, chosen)
    assert.ok(quote, `a quote for ${chosen.frequencyCode}`)
    const change: Change = { product: product ?? now.product, chosen, method, quote }
    const kind = kindOf(change) ?? "frequency"
    const titles = [authorizationTitle(kind)]
    const { reply } = await siobhan.browser.call(siobhan.host, "POST /appcontent/contents", {
      titles,
    })
    const text = authorizationText(kind, reply.items[0]?.content ?? "", factsOf(change, by))
    assert.ok(text, `a text for ${kind}`)
    return { text, body: changeBody(change, by, await authorizationVersion(text)) }
  }

  async function put(body: object, customer = siobhan) {
    return await customer.browser.call(customer.host, "PUT /myaccount-core/paymentFrequency", body)
  }

  async function deleteMethod(recordId: string, more: object = {}) {
    const body = { ...siobhan.body, recordId, methodType: "CreditCard", ...more }
    return await siobhan.browser.call(
      siobhan.host,
      "POST /myaccount-core/paymentMethod/delete",
      body,
    )
  }

  async function audited(): Promise<RecordedEntry[]> {
    const entries = await auditLog(app.database, "harbor")
    return entries.filter(({ action }) => action === "autoPay.change")
  }

  /** Resets the product: not on auto pay, due now. */
  async function restore() {
    await app.database.rows(sql`update policy_admin.billing set frequency_code = 'M',
        payment_method_record_id = null, payment_method_label = ''
      where client = 'harbor' and policy_number = ${policyNumber}`)
    await openBooks(app.database, "harbor", [policyNumber], { amountDue: 3_460 })
  }

  return {
    siobhan,
    asking,
    save,
    productNow,
    methodOf,
    agreed,
    put,
    deleteMethod,
    audited,
    restore,
  }
}

export type AtAutoPay = Awaited<ReturnType<typeof siobhanAtAutoPay>>
