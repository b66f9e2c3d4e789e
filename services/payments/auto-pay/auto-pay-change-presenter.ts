import type { MessageId } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import {
  type AutoPayOutcome,
  frequencyLabel,
  periodCost,
} from "#contracts/payments/auto-pay-rules.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { BillingChoice, Policy } from "#ports/policy-admin/port.ts"
import { methodHeader } from "../methods/payment-method-presenter.ts"
import type { AutoPayChangeEvidence } from "./auto-pay-change-evidence.ts"
import type { AutoPayChangeRequest } from "./auto-pay-change-request.ts"

/** How a product is paid, for the audit log. */
export function auditedChoice(
  { policyNumber, billing }: Policy,
  choice: BillingChoice,
  methodLabel: string,
) {
  return {
    policyNumber,
    paymentFrequency: frequencyLabel(billing, choice.frequencyCode),
    autoPay: methodLabel || "Not on Auto Pay",
  }
}

export function changeEvidenceOf(request: AutoPayChangeRequest): AutoPayChangeEvidence {
  const { policy, wanted, method } = request
  const { adminFee, totalPremium } = periodCost(policy.billing, wanted)
  return {
    product: `${policy.productDesc}, ${policy.policyNumber}`,
    frequency: frequencyLabel(policy.billing, wanted.frequencyCode),
    method: method ? methodHeader(method) : "",
    amount: dollarsOf(totalPremium),
    fee: adminFee === 0 ? "" : dollarsOf(adminFee),
    dueDate: shownDate(policy.billing.dueDate),
  }
}

const messageIds: Record<AutoPayOutcome, MessageId> = {
  add: "autoPay.added",
  "add-admin-fees": "autoPay.added",
  both: "autoPay.added",
  "payment-method": "autoPay.methodChanged",
  frequency: "autoPay.frequencyChanged",
  remove: "autoPay.removed",
  none: "autoPay.unchanged",
}

/** The message that confirms the change, with its values. */
export function changeMessageOf(
  request: AutoPayChangeRequest,
): [MessageId, Record<string, string>] {
  const { frequency, method, amount } = changeEvidenceOf(request)
  const values = { product: request.policy.productDesc, frequency, method, amount }
  return [messageIds[request.outcome], values]
}
