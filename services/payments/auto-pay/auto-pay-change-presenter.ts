import { type DayText, dayInWords, fullDay } from "#contracts/dates.ts"
import type { MessageId } from "#contracts/messages.ts"
import { centsOf, dollarsOf } from "#contracts/money.ts"
import { otherBillsOf } from "#contracts/payments/authorization-facts.ts"
import { type AutoPayOutcome, frequencyLabel } from "#contracts/payments/auto-pay-rules.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import {
  otherBillsText,
  uncoveredAmount,
  uncoveredDate,
  underWayText,
} from "#contracts/payments/other-bills.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { BillingChoice, Policy } from "#ports/policy-admin/port.ts"
import { methodHeader } from "../methods/payment-method-presenter.ts"
import type { AutoPayChangeEvidence } from "../paying/auto-pay-change-evidence.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import type { AutoPayChangeRequest } from "./auto-pay-change-request.ts"

/** The payment method and frequency of a product, for the audit log. */
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

export function changeEvidenceOf(
  { policy, wanted, method }: AutoPayChangeRequest,
  quote: ChargeQuote,
  dayText: DayText = fullDay,
): AutoPayChangeEvidence {
  const { later, paymentAmount, dueDate } = quote
  const isCovered = centsOf(paymentAmount) === 0
  return {
    product: productWithNumber(policy, policy),
    frequency: frequencyLabel(policy.billing, wanted.frequencyCode),
    method: method ? methodHeader(method) : "",
    next: isCovered ? uncoveredAmount("your") : dollars(paymentAmount),
    amount: dollars(later.totalPremium),
    fee: centsOf(later.adminFee) === 0 ? "" : dollars(later.adminFee),
    dueDate: isCovered ? uncoveredDate("your") : dueDate,
    otherBills: otherBillsText(otherBillsOf(quote), "you", dayText),
    underWay: underWayText(centsOf(quote.underWay), "you"),
    bankDay: method?.kind === "bank" && !isCovered ? bankDayText(dueDate, dayText) : "",
  }
}

function dollars(decimal: string): string {
  return dollarsOf(centsOf(decimal))
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

/**
 * The messages that confirm the change, with their values, including messages about a charge under
 * way and other open bills.
 */
export function changeMessagesOf(
  request: AutoPayChangeRequest,
  quote: ChargeQuote,
  today: Temporal.PlainDate,
): [MessageId, Record<string, string>][] {
  const dayText = (shown: string) => dayInWords(shown, shownDate(today.toString()))
  const evidence = changeEvidenceOf(request, quote, dayText)
  const { frequency, method, next, amount, dueDate, otherBills, underWay, bankDay } = evidence
  const values = {
    product: request.policy.productDesc,
    frequency,
    method,
    amount: next,
    periodAmount: amount,
    dueDate: dueDate === quote.dueDate ? dayText(dueDate) || "the next due date" : dueDate,
  }
  const { outcome, seen, wanted } = request
  const isBoth = outcome === "remove" && seen.frequencyCode !== wanted.frequencyCode
  const id = isBoth ? "autoPay.removedAndFrequency" : messageIds[outcome]
  const messages: [MessageId, Record<string, string>][] = [[id, values]]
  if (bankDay !== "") messages.push(["autoPay.bankDay", { sentence: bankDay }])
  if (underWay !== "") messages.push(["autoPay.underWay", { charge: underWay }])
  if (otherBills !== "") messages.push(["autoPay.otherBills", { bills: otherBills }])
  return messages
}
