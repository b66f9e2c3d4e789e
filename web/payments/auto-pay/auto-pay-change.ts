import type { BodyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { decimalOf } from "#contracts/money.ts"
import {
  authorizedAccount,
  authorizedProduct,
  billingTerms,
  changeFacts,
} from "#contracts/payments/authorization-facts.ts"
import type { AuthorizationFacts } from "#contracts/payments/authorization-rules.ts"
import {
  autoPayOutcome,
  frequencyLabel,
  type PaymentChoice,
  periodCost,
} from "#contracts/payments/auto-pay-rules.ts"
import {
  defaultBillingMethodCode,
  noAutoPayRecordId,
} from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"

/** The chosen way to pay for a product. */
export interface Change {
  product: Product
  chosen: PaymentChoice
  /** The method that auto pay will charge; undefined if it will charge nothing. */
  method: PaymentMethod | undefined
}

/** The person, the site and the server's date of a request. */
export interface Asking {
  user: StoredUser
  client: string
  clientName: string
  phoneNumber: string
  hostName: string
  currentDate: string
}

export function choiceNow(product: Product): PaymentChoice {
  const recordId = product.currentPaymentMethodRecordId
  return {
    frequencyCode: product.currentPaymentFrequecyCode,
    paymentMethodRecordId: recordId === noAutoPayRecordId ? null : recordId,
  }
}

export function outcomeOf({ product, chosen }: Change) {
  return autoPayOutcome(choiceNow(product), chosen, product.billingFeeInd === "Y")
}

/** The facts in the authorization of the change. */
export function factsOf(
  { product, chosen, method }: Change,
  { user, clientName, phoneNumber, currentDate }: Asking,
): AuthorizationFacts {
  const account = method && authorizedAccount(method)
  const reader = { ...user, clientName, clientPhoneNumber: phoneNumber }
  const facts = changeFacts(authorizedProduct(product), chosen, account, reader)
  return { ...facts, currentDate }
}

type Body = BodyOf<Endpoints["PUT /myaccount-core/paymentFrequency"]>

/** The change as the server takes it; `authorizationVersion` names the text that was agreed to. */
export function changeBody(
  change: Change,
  { user, client, hostName, currentDate }: Asking,
  authorizationVersion: string,
): Body {
  const { product, chosen, method } = change
  const terms = billingTerms(product)
  const { premium, adminFee, totalPremium } = periodCost(terms, chosen)
  const details = method?.creditCard ?? method?.bankAccount
  return {
    ...customerBody(user, client),
    hostName,
    paymentFrequency: frequencyLabel(terms, chosen.frequencyCode),
    paymentMethod: method?.paymentMethodHeader ?? "",
    paymentDetails: [
      {
        accountNumber: user.accountNumber,
        policyNumber: product.policyNumber,
        billingMode: chosen.frequencyCode,
        paymentMethodRecordId: chosen.paymentMethodRecordId ?? noAutoPayRecordId,
        billingMethod: method?.billingMethodCode || defaultBillingMethodCode,
        paymentAmount: decimalOf(totalPremium),
      },
    ],
    emailType: outcomeOf(change),
    productName: product.productDesc,
    paymentDueDate: product.dueDate,
    paymentMethodType: details?.paymentType ?? "",
    lastFourDigit: details?.accountNumberLast4Digit ?? "",
    premium: decimalOf(premium),
    adminFee: decimalOf(adminFee),
    totalPremium: decimalOf(totalPremium),
    currentDate,
    currentPaymentFrequecyCode: product.currentPaymentFrequecyCode,
    currentPaymentMethodRecordId: product.currentPaymentMethodRecordId,
    authorizationVersion,
  }
}
