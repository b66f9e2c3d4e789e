import { decimalOf } from "#contracts/money.ts"
import { frequencyLabel, frequencyOf } from "#contracts/payments/auto-pay-rules.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { dateOnScreen, shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Billing, Policy } from "#ports/policy-admin/port.ts"
import { type BlockedReason, billingChangeBlock, payNowBlock } from "./allowed-actions.ts"
import { blockedText } from "./blocked-presenter.ts"
import {
  type AutoPayState,
  autoPayBills,
  creditLeft,
  type DueStatus,
  dueStatusOf,
  hasOldBill,
  isSkipped,
  lessPaid,
  mergedByDueDate,
  type Payable,
  pastDueBills,
  payableAfter,
  shownBills,
  shownDueDate,
  totalDue,
} from "./due-status.ts"

/** The notice about a product's auto pay, in the client's wording. `content` is HTML. */
export type AutoPayNotice = NonNullable<Product["autoPayNotice"]> & {
  /**
   * What remains of its bills after accepted payments that the account system does not show yet.
   */
  recorded?: Recorded
  /** Due dates of the bills that auto pay leaves to the customer. */
  left?: readonly string[]
}

/** While the account system is unavailable, only the amount of the payments is known, in cents. */
export type Recorded = { payable: Payable } | { amount: number }

/**
 * The notices about these products of an account, by policy number. `held`: all products whose
 * accepted payments count, if there are more.
 */
export type FindProductNotices = (
  owner: { client: string; accountNumber: string },
  policies: readonly Policy[],
  today: Temporal.PlainDate,
  held?: readonly Policy[],
) => Promise<ReadonlyMap<string, AutoPayNotice>>

/** What accepted payments leave unpaid of these open bills of a product. */
export function payableOf(
  bills: readonly { dueDate: string; owed: number }[],
  recorded: Recorded,
): Payable {
  return "payable" in recorded ? recorded.payable : payableAfter(bills, recorded.amount)
}

/**
 * The products as customers see and pay them: without payments that the account system does not
 * show yet.
 */
export function withoutRecorded(
  policies: readonly Policy[],
  notices: ReadonlyMap<string, AutoPayNotice>,
): Policy[] {
  return policies.map((policy) => {
    const { recorded } = notices.get(policy.policyNumber) ?? {}
    if (!recorded) return policy
    const { billing } = policy
    return { ...policy, billing: lessPaid(billing, payableOf(billing.openAmounts, recorded)) }
  })
}

/** A product as the dashboard and the payment center show it, with its actions. */
export function productOf(
  policy: Policy,
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
): Product {
  const { billing } = policy
  const notice = notices.get(policy.policyNumber)
  const owed = totalDue(billing)
  const dueDate = shownDueDate(billing, today)
  const status = dueStatusOf(billing, today, notice?.state)
  const paymentInfo = paymentInfoOf(policy, today, notice?.state)
  return {
    policyNumber: policy.policyNumber,
    productDesc: policy.productDesc,
    paymentStatus: statusText(status, { dueDate }, today),
    paymentStatusDisplayStyle: displayStyles[status],
    currentPaymentFrequecyType: frequencyLabel(billing, billing.frequencyCode),
    currentPaymentFrequecyCode: billing.frequencyCode,
    currentPaymentMethod: billing.paymentMethodLabel,
    currentPaymentMethodRecordId: billing.paymentMethodRecordId ?? noAutoPayRecordId,
    isAutoPaySkipped: yesNo(billing.paymentMethodRecordId !== null && isSkipped(billing)),
    amountDue: decimalOf(owed),
    amountDueSpecialCharacter: paymentInfo.amountDueSpecialCharacter,
    dueDate: hasOldBill(billing, today) ? "" : shownDate(dueDate),
    nextBill: shownNextBill(billing, today),
    creditLeft: decimalOf(creditLeft(billing)),
    showPaymentAmountBreakdown: yesNo(billing.showAmountBreakdown && owed > 0),
    dueAmounts: dueAmountsOf(billing, today, notice),
    paymentInfo,
    paymentInfoLoaded: true,
    availablePaymentFrequencyList: billing.frequencies.map(({ code, label, amount }) => ({
      code,
      value1: label,
      value2: decimalOf(amount),
    })),
    billingFeeInd: yesNo(billing.hasBillingFee),
    billingFees: billing.frequencies.map(({ code, fee }) => ({ code, value2: decimalOf(fee) })),
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
    disclaimer: paymentInfo.disclaimer,
    coverageType: policy.coverageType,
    coverageEffectiveDate: shownDate(policy.coverageEffectiveDate),
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    autoPayNotice: notice ? shownNotice(notice) : null,
    paymentAction: paymentActionOf(billing, today, notice?.state),
  }
}

function shownNotice({ state, title, content }: AutoPayNotice): Product["autoPayNotice"] {
  return { state, title, content }
}

function dueAmountsOf(
  billing: Billing,
  today: Temporal.PlainDate,
  notice: AutoPayNotice | undefined,
): Product["dueAmounts"] {
  if (hasOldBill(billing, today)) return []
  const late = pastDueBills(billing, today, notice?.state)
  const charged = autoPayBills(billing, today, notice)
  return mergedByDueDate(shownBills(billing, today)).map(({ dueDate, owed }) => ({
    dueDate: shownDate(dueDate),
    amount: decimalOf(owed),
    isPastDue: yesNo(late.some((bill) => bill.dueDate === dueDate)),
    isByAutoPay: yesNo(charged.some((bill) => bill.dueDate === dueDate)),
  }))
}

function shownNextBill(billing: Billing, today: Temporal.PlainDate): Product["nextBill"] {
  const next = nextBillOf(billing, today)
  if (!next) return null
  const amount = next.amount === null ? "" : decimalOf(next.amount)
  return { dueDate: shownDate(next.dueDate), amount }
}

/**
 * The status shown to customers, such as "Due Now". For later bills it is the date: "Due Fri, Dec 18".
 */
export function statusText(
  status: DueStatus,
  { dueDate }: Pick<Billing, "dueDate">,
  today: Temporal.PlainDate,
): string {
  if (status !== "upcoming" && status !== "not-yet-due") return statusTexts[status]
  if (dueDate === null) return "Not Yet Due"
  return `Due ${dateOnScreen(today)(dueDate)}`
}

const statusTexts: Record<Exclude<DueStatus, "upcoming" | "not-yet-due">, string> = {
  "no-cost": "No Cost to You",
  "combined-bill": "Combined Bill",
  "past-due": "Past Due",
  carried: "Added to Next Bill",
  "auto-pay": "Auto Pay",
  paid: "Paid",
  "due-now": "Due Now",
}

export const displayStyles: Record<DueStatus, Product["paymentStatusDisplayStyle"]> = {
  "no-cost": "nocosttoyou",
  "combined-bill": "combinedbill",
  "past-due": "pastdue",
  carried: "carried",
  "auto-pay": "autopay",
  paid: "",
  "due-now": "duenow",
  upcoming: "",
  "not-yet-due": "",
}

/** The premiums of past due bills are shown as past due, and the others as the amount due. */
export function paymentInfoOf(
  { billing }: Pick<Policy, "billing">,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): Product["paymentInfo"] {
  const past = pastDueBills(billing, today, autoPay).reduce((sum, { cost }) => sum + cost, 0)
  const owed = totalDue(billing)
  return {
    amountDue: decimalOf(billing.amountDue + billing.pastDueAmount - past),
    // The mark and its note explain an owed amount.
    amountDueSpecialCharacter: owed === 0 ? "" : cleanHtml(billing.amountDueSpecialCharacter),
    pastDueAmount: decimalOf(past),
    adjustment: decimalOf(billing.adjustment),
    billingCredit: decimalOf(billing.billingCredit - billing.alreadyPaid),
    alreadyPaid: decimalOf(billing.alreadyPaid),
    totalAmountDue: decimalOf(owed),
    disclaimer: owed === 0 ? "" : cleanHtml(billing.disclaimer),
  }
}

function paymentActionOf(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay: AutoPayState | undefined,
): Product["paymentAction"] {
  const payBlock = payNowBlock(billing, today, autoPay)
  const changeBlock = billingChangeBlock(billing, today, autoPay)
  return {
    payNowLink: action("Pay Now", payBlock),
    changeAutoPayOrFrequency: action("Change Auto Pay or Frequency", changeBlock),
    saveChanges: { disable: yesNo(changeBlock !== null) },
    submitPayment: { disable: yesNo(payBlock !== null) },
  }
}

function action(label: string, block: BlockedReason | null) {
  return {
    label,
    disable: yesNo(block !== null),
    message: block === null ? "" : blockedText(block),
  }
}

/**
 * The bill that follows when nothing is owed; null while something is owed, and when its date is
 * unknown. `amount` is in cents, less the remaining credit; null if the price of the period is
 * unknown.
 */
export function nextBillOf(
  billing: Billing,
  today: Temporal.PlainDate,
): { dueDate: string; amount: number | null } | null {
  const { kind, dueDate, billingCredit } = billing
  if (kind !== "direct" || totalDue(billing) > 0 || dueDate === null) return null
  if (dueDate < today.toString()) return null
  const frequency = frequencyOf(billing, billing.frequencyCode)
  if (!frequency) return { dueDate, amount: null }
  const hasFee = billing.hasBillingFee && billing.paymentMethodRecordId !== null
  const price = frequency.amount + (hasFee ? frequency.fee : 0)
  return { dueDate, amount: Math.max(0, price - billingCredit) }
}
