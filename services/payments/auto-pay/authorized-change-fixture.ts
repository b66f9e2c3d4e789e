import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { centsOf } from "#contracts/money.ts"
import { changeFacts } from "#contracts/payments/authorization-facts.ts"
import { authorizationText, changeKind } from "#contracts/payments/authorization-rules.ts"
import { autoPayOutcome } from "#contracts/payments/auto-pay-rules.ts"
import type { NextCharge } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { authorizedInstitutionOf } from "../methods/payment-method-presenter.ts"
import { findMethods } from "../methods/payment-methods.store.ts"
import { authorizedProductOf } from "../paying/authorization-presenter.ts"
import { insertAuthorization } from "../paying/authorizations.store.ts"
import { recordAgreement } from "./agreements.ts"
import { insertChange } from "./auto-pay.store.ts"
import { changeEvidenceOf, changeMessagesOf } from "./auto-pay-change-presenter.ts"
import { createAutoPayChanges } from "./auto-pay-changes.ts"
import { coverSuspensions } from "./auto-pay-suspensions.store.ts"
import { changeQuoteOf } from "./charge-quote-presenter.ts"
import type { PaymentSettings } from "./next-charge.ts"

interface ChangedProduct {
  client: string
  accountNumber: string
  policyNumber: string
}

const always =
  "<p>{fullName} agrees that the next charge for {productName} is {amountDue} on {dueDate}"
const later = ", and {premium} {frequency} after that."
const fee = " A billing fee of {billingFee} is included.</p>"
const texts = {
  withMethod: `${always} to {financialInstitution} ending in {accountNumber}${later}${fee}`,
  withoutMethod: `${always}${later}${fee}`,
}
const reader = {
  firstName: "Ines",
  lastName: "Varga",
  userid: "ines_test-client",
  csUserid: "",
  clientName: "Test",
  clientPhoneNumber: "(800) 555-0142",
}

/**
 * A customer authorizes this change of auto pay or frequency, and it is made, or rejected by the
 * account system (`refused`), as the dialog's call does. Returns the next charge in the change, and
 * the texts of the authorization, its evidence and the message.
 */
export async function authorizeChange(
  deps: Deps,
  product: ChangedProduct,
  wanted: PaymentSettings,
  result: "done" | "refused" = "done",
): Promise<{ next: NextCharge | undefined; texts: string[] }> {
  const { database, clock, policyAdmin, brands } = deps
  const { client, accountNumber, policyNumber } = product
  const account = await policyAdmin.account(client, accountNumber)
  const policy = account?.products.find((one) => one.policyNumber === policyNumber)
  assert.ok(policy)
  const { billing } = policy
  const methods = await findMethods(database, client, accountNumber)
  const method = methods.find(({ recordId }) => recordId === wanted.paymentMethodRecordId)
  const today = await brands.todayOf(client)
  const { quote, next } = await changeQuoteOf(deps, product, policy, today, wanted)
  const outcome = autoPayOutcome(billing, wanted, billing.hasBillingFee, false)
  // Choosing the current method again authorizes auto pay again.
  const kind =
    outcome === "none" ? "payment-method" : changeKind(outcome, centsOf(quote.later.adminFee))
  const paidFrom = method && {
    institution: authorizedInstitutionOf(method),
    lastFour: method.lastFour,
  }
  const facts = changeFacts(authorizedProductOf(policy, today), wanted, paidFrom, quote, reader)
  const managed = method ? texts.withMethod : texts.withoutMethod
  const withMethod = kind === "remove" || kind === "frequency" ? texts.withoutMethod : managed
  const dated = { ...facts, currentDate: today.toString() }
  const content = authorizationText(kind, withMethod, dated)
  assert.ok(content, `the text of ${kind}`)
  const authorizationId = randomUUID()
  const request = { policy, wanted, method, seen: billing, outcome, shown: {} as never }
  const authorised = { ...changeEvidenceOf(request, quote) }
  await database.transaction(async (tx) => {
    await insertAuthorization(tx, {
      ...{ id: authorizationId, client, accountNumber, policyNumber, kind, content },
      version: "",
      authorised,
      agreedAt: clock.now(),
      actorKind: "customer",
      actorUserid: "a",
      subjectUserid: "a",
      ip: "",
    })
    const { frequencyCode, paymentMethodRecordId } = billing
    const seen = { frequencyCode, paymentMethodRecordId }
    const audited = { before: {}, after: {}, siteAddress: "http://test.localhost" }
    const change = { authorizationId, ...product, seen, wanted, ...audited }
    assert.ok(await insertChange(tx, change, clock.now()))
    const methodRecordId = wanted.paymentMethodRecordId
    if (methodRecordId === null) return
    await coverSuspensions(tx, { ...change, methodRecordId })
    if (!next) return
    const { productDesc } = policy
    const agreement = { client, accountNumber, policyNumber, productDesc, authorizationId, next }
    await recordAgreement(tx, { ...agreement, methodRecordId, today }, clock.now())
  })
  assert.equal(await createAutoPayChanges(deps).finish(client, policyNumber), result)
  const messages = changeMessagesOf(request, quote, today).map(([, values]) =>
    JSON.stringify(values),
  )
  return { next, texts: [content, JSON.stringify(authorised), messages.join(" ")] }
}
