import { decimalOf } from "#contracts/money.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { cleanHtml } from "#platform/text/clean-html.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { paymentStatusOf, totalDue } from "./due-status.ts"

/** A product as the dashboard and the payment center show it, with what may be done about it. */
export function productOf(policy: Policy, today: Temporal.PlainDate): Product {
  const { billing } = policy
  const status = paymentStatusOf(billing, today)
  const frequency = billing.frequencies.find(({ code }) => code === billing.frequencyCode)
  return {
    policyNumber: policy.policyNumber,
    productDesc: policy.productDesc,
    ...status,
    currentPaymentFrequecyType: frequency?.label ?? "",
    currentPaymentFrequecyCode: billing.frequencyCode,
    currentPaymentMethod: billing.paymentMethodLabel,
    currentPaymentMethodRecordId: billing.paymentMethodRecordId ?? noAutoPayRecordId,
    amountDue: decimalOf(totalDue(billing)),
    amountDueSpecialCharacter: cleanHtml(billing.amountDueSpecialCharacter),
    dueDate: shownDate(billing.dueDate),
    showPaymentAmountBreakdown: yesNo(billing.showAmountBreakdown),
    paymentInfo: paymentInfoOf(policy),
    paymentInfoLoaded: true,
    availablePaymentFrequencyList: billing.frequencies.map(({ code, label, amount }) => ({
      code,
      value1: label,
      value2: decimalOf(amount),
    })),
    billingFeeInd: yesNo(billing.hasBillingFee),
    billingFees: billing.frequencies.map(({ code, fee }) => ({ code, value2: decimalOf(fee) })),
    isInsuranceProduct: yesNo(policy.isInsuranceProduct),
    disclaimer: cleanHtml(billing.disclaimer),
    coverageType: policy.coverageType,
    coverageEffectiveDate: shownDate(policy.coverageEffectiveDate),
    annualPremium: decimalOf(policy.annualPremium),
    annualPremiumSpecialCharacter: cleanHtml(policy.annualPremiumSpecialCharacter),
    paymentAction: paymentActionOf(policy, status.paymentStatusDisplayStyle),
  }
}

export function paymentInfoOf({ billing }: Policy): Product["paymentInfo"] {
  return {
    amountDue: decimalOf(billing.amountDue),
    amountDueSpecialCharacter: cleanHtml(billing.amountDueSpecialCharacter),
    pastDueAmount: decimalOf(billing.pastDueAmount),
    adjustment: decimalOf(billing.adjustment),
    billingCredit: decimalOf(billing.billingCredit),
    totalAmountDue: decimalOf(totalDue(billing)),
    disclaimer: cleanHtml(billing.disclaimer),
  }
}

function paymentActionOf(
  { billing }: Policy,
  style: Product["paymentStatusDisplayStyle"],
): Product["paymentAction"] {
  const nothingDue = totalDue(billing) === 0 ? "Nothing is due for this product now." : ""
  const notPayable = whyNotPayable[style] ?? (billing.payNowBlocked || nothingDue)
  const notChangeable = whyNotChangeable[style] ?? billing.changeBlocked
  return {
    payNowLink: action("Pay Now", notPayable),
    changeAutoPayOrFrequency: action("Change Auto Pay or Frequency", notChangeable),
    saveChanges: { disable: yesNo(notChangeable !== "") },
    submitPayment: { disable: yesNo(notPayable !== "") },
  }
}

const combinedBill = "This product is paid with your combined bill."
const noCost = "This product comes at no cost to you."

/** Said where the person would look for the button; the other styles leave it to the account. */
const whyNotPayable: Partial<Record<string, string>> = {
  autopay: "This product is on auto pay, so there is nothing for you to do.",
  combinedbill: combinedBill,
  nocosttoyou: noCost,
}

const whyNotChangeable: Partial<Record<string, string>> = {
  pastdue: "Please pay the past due amount first. Then you can change auto pay or frequency.",
  combinedbill: combinedBill,
  nocosttoyou: noCost,
}

function action(label: string, blocked: string) {
  return { label, disable: yesNo(blocked !== ""), message: blocked }
}
