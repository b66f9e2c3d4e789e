import { ApiError, type MessageId } from "#contracts/messages.ts"
import { centsOf, dollarsOf } from "#contracts/money.ts"
import type { AutoPayBody } from "#contracts/payments/auto-pay.ts"
import {
  type AutoPayOutcome,
  autoPayOutcome,
  frequencyLabel,
  type PaymentChoice,
  periodCost,
} from "#contracts/payments/auto-pay-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import type { BillingChoice } from "#ports/policy-admin/port.ts"

/** A change as it was asked for, reckoned anew from what the account system and we hold. */
export interface AutoPayChangeRequest {
  product: Product
  seen: PaymentChoice
  wanted: PaymentChoice
  /** What auto pay is to charge; nothing where it is to charge nothing. */
  method: PaymentMethod | undefined
  outcome: AutoPayOutcome
}

/**
 * What the person asks for, of this product of theirs and these methods of theirs.
 *
 * Errors: `request.notFound` where the method is none of them.
 */
export function changeRequestOf(
  body: AutoPayBody,
  product: Product,
  methods: PaymentMethod[],
): AutoPayChangeRequest {
  const [detail] = body.paymentDetails
  const seen = {
    frequencyCode: body.currentPaymentFrequecyCode,
    paymentMethodRecordId: body.currentPaymentMethodRecordId,
  }
  const wanted = {
    frequencyCode: detail.billingMode,
    paymentMethodRecordId: detail.paymentMethodRecordId,
  }
  const { paymentMethodRecordId } = wanted
  const method = methods.find((one) => one.paymentRecordId === paymentMethodRecordId)
  if (!method && paymentMethodRecordId !== noAutoPayRecordId) throw new ApiError("request.notFound")
  const outcome = autoPayOutcome(seen, wanted, product.billingFeeInd)
  return { product, seen, wanted, method, outcome }
}

/** Whether the product is paid so. */
export function isPaidAs(product: Product, choice: PaymentChoice): boolean {
  return (
    product.currentPaymentFrequecyCode === choice.frequencyCode &&
    product.currentPaymentMethodRecordId === choice.paymentMethodRecordId
  )
}

/** Errors: why the change cannot be made, or is not the one that the person saw. */
export function refuseUnfit(
  body: AutoPayBody,
  { product, seen, wanted, method, outcome }: AutoPayChangeRequest,
) {
  const { changeAutoPayOrFrequency, saveChanges } = product.paymentAction
  if (changeAutoPayOrFrequency.disable === "Y" || saveChanges.disable === "Y") {
    throw new ApiError("autoPay.notPossible", { reason: changeAutoPayOrFrequency.message })
  }
  if (!isPaidAs(product, seen) || frequencyLabel(product, wanted.frequencyCode) === "") {
    throw new ApiError("autoPay.changed")
  }
  if (outcome === "none" || outcome !== body.emailType) throw new ApiError("autoPay.changed")
  if (method?.isCardExpired === "Y") {
    throw new ApiError("autoPay.methodExpired", { method: method.paymentMethodHeader })
  }
  const { premium, adminFee, totalPremium } = periodCost(product, wanted)
  const asSeen =
    body.premium === premium &&
    body.adminFee === adminFee &&
    body.totalPremium === totalPremium &&
    body.paymentDetails[0].paymentAmount === totalPremium &&
    body.paymentDueDate === product.dueDate
  if (!asSeen) throw new ApiError("autoPay.amountChanged")
}

/** How the account system names it. */
export function billingChoice(choice: PaymentChoice): BillingChoice {
  const { frequencyCode, paymentMethodRecordId: id } = choice
  return { frequencyCode, paymentMethodRecordId: id === noAutoPayRecordId ? null : id }
}

/** How the product is paid, in words for the record. */
export function inWords(
  { product }: AutoPayChangeRequest,
  choice: PaymentChoice,
  methodLabel: string,
) {
  return {
    policyNumber: product.policyNumber,
    paymentFrequency: frequencyLabel(product, choice.frequencyCode),
    autoPay: methodLabel || "Not on Auto Pay",
  }
}

/** What is agreed to, as facts for the evidence and the mail. */
export function newsOf({ product, wanted, method }: AutoPayChangeRequest) {
  const { adminFee, totalPremium } = periodCost(product, wanted)
  return {
    product: `${product.productDesc}, ${product.policyNumber}`,
    frequency: frequencyLabel(product, wanted.frequencyCode),
    method: method?.paymentMethodHeader ?? "",
    amount: dollarsOf(centsOf(totalPremium)),
    fee: centsOf(adminFee) === 0 ? "" : dollarsOf(centsOf(adminFee)),
    dueDate: product.dueDate,
  }
}

const messageOf: Record<AutoPayOutcome, MessageId> = {
  add: "autoPay.added",
  "add-admin-fees": "autoPay.added",
  both: "autoPay.added",
  "payment-method": "autoPay.methodChanged",
  frequency: "autoPay.frequencyChanged",
  remove: "autoPay.removed",
  none: "autoPay.unchanged",
}

/** What the person is told once it is made. */
export function messageOfChangeRequest(
  changeRequest: AutoPayChangeRequest,
): [MessageId, Record<string, string>] {
  const { frequency, method, amount } = newsOf(changeRequest)
  return [
    messageOf[changeRequest.outcome],
    { product: changeRequest.product.productDesc, frequency, method, amount },
  ]
}
