import type { BodyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { centsOf } from "#contracts/money.ts"
import {
  authorizedAccount,
  authorizedProduct,
  changeFacts,
} from "#contracts/payments/authorization-facts.ts"
import type { AuthorizationReader } from "#contracts/payments/authorization-reader.ts"
import {
  type AuthorizationFacts,
  type AuthorizationKind,
  changeKind,
} from "#contracts/payments/authorization-rules.ts"
import {
  autoPayOutcome,
  frequencyLabel,
  type PaymentChoice,
} from "#contracts/payments/auto-pay-rules.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import {
  defaultBillingMethodCode,
  noAutoPayRecordId,
} from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"

/** The chosen way to pay for a product. */
export interface Change {
  product: Product
  chosen: PaymentChoice
  /** The method that auto pay will charge; undefined if it will charge nothing. */
  method: PaymentMethod | undefined
  /** The next charge after the change, calculated by the server. */
  quote: ChargeQuote
}

/** The person, the site and the server's date for a request. */
export interface Asking {
  user: StoredUser
  client: string
  hostName: string
  reader: AuthorizationReader
  currentDate: string
}

export function choiceNow(product: Product): PaymentChoice {
  const recordId = product.currentPaymentMethodRecordId
  return {
    frequencyCode: product.currentPaymentFrequecyCode,
    paymentMethodRecordId: recordId === noAutoPayRecordId ? null : recordId,
  }
}

export function isSameChoice(one: PaymentChoice, other: PaymentChoice): boolean {
  return (
    one.frequencyCode === other.frequencyCode &&
    one.paymentMethodRecordId === other.paymentMethodRecordId
  )
}

function outcomeOf({ product, chosen }: Change) {
  const isSuspended = product.autoPayNotice?.state === "suspended"
  return autoPayOutcome(choiceNow(product), chosen, product.billingFeeInd === "Y", isSuspended)
}

/** The authorization to agree to; undefined if nothing changes. */
export function kindOf(change: Change): AuthorizationKind | undefined {
  const outcome = outcomeOf(change)
  return outcome === "none" ? undefined : changeKind(outcome, centsOf(change.quote.later.adminFee))
}

/** The quote for this choice; undefined for a frequency that the product does not offer. */
export function quoteOf(
  quotes: readonly ChargeQuote[],
  { frequencyCode, paymentMethodRecordId }: PaymentChoice,
): ChargeQuote | undefined {
  const isAutoPay = paymentMethodRecordId === null ? "N" : "Y"
  return quotes.find((one) => one.billingMode === frequencyCode && one.isAutoPay === isAutoPay)
}

/** The facts in the authorization of the change. */
export function factsOf(
  { product, chosen, method, quote }: Change,
  { reader, currentDate }: Pick<Asking, "reader" | "currentDate">,
): AuthorizationFacts {
  const account = method && authorizedAccount(method)
  const facts = changeFacts(authorizedProduct(product), chosen, account, quote, reader)
  return { ...facts, currentDate }
}

type Body = BodyOf<Endpoints["PUT /myaccount-core/paymentFrequency"]>

/**
 * The change in the form that the server accepts. `authorizationVersion` identifies the text to
 * which the person agreed.
 */
export function changeBody(
  change: Change,
  { user, client, hostName, currentDate }: Asking,
  authorizationVersion: string,
): Body {
  const { product, chosen, method, quote } = change
  const { premium, adminFee, totalPremium, paymentAmount, dueDate } = quote
  const { frequencies } = authorizedProduct(product)
  const details = method?.creditCard ?? method?.bankAccount
  return {
    ...customerBody(user, client),
    hostName,
    paymentFrequency: frequencyLabel({ frequencies }, chosen.frequencyCode),
    paymentMethod: method?.paymentMethodHeader ?? "",
    paymentDetails: [
      {
        accountNumber: user.accountNumber,
        policyNumber: product.policyNumber,
        billingMode: chosen.frequencyCode,
        paymentMethodRecordId: chosen.paymentMethodRecordId ?? noAutoPayRecordId,
        billingMethod: method?.billingMethodCode || defaultBillingMethodCode,
        paymentAmount,
      },
    ],
    emailType: outcomeOf(change),
    productName: product.productDesc,
    paymentDueDate: dueDate,
    paymentMethodType: details?.paymentType ?? "",
    lastFourDigit: details?.accountNumberLast4Digit ?? "",
    premium,
    adminFee,
    totalPremium,
    currentDate,
    currentPaymentFrequecyCode: product.currentPaymentFrequecyCode,
    currentPaymentMethodRecordId: product.currentPaymentMethodRecordId,
    authorizationVersion,
  }
}
