import type { ProductDetail } from "#contracts/products/products.ts"
import { numberLabel } from "../product/number-label.ts"
import * as texts from "../texts.ts"

export interface OverviewLine {
  label: string
  value: string
  /** The kind of value, if it is not plain text. */
  is?: "name" | "number" | "amount" | "date"
  /** HTML shown after an amount. */
  mark?: string
}

/** The lines of a product's overview, in order, without lines for missing values. */
export function overviewLines(detail: ProductDetail): OverviewLine[] {
  const isInsurance = detail.isInsuranceProduct === "Y"
  const lines: (OverviewLine | false)[] = [
    { label: numberLabel(detail), value: detail.policyNumber, is: "number" },
    { label: isInsurance ? texts.coverageType : texts.planType, value: detail.coverageType },
    { label: texts.status, value: detail.policyStatus },
    { label: texts.coverageEffectiveDate, value: detail.coverageEffectiveDate, is: "date" },
    detail.suppressPaymentDueDate === "N" && {
      label: detail.paymentDueDateLabel || texts.paymentDueDate,
      value: detail.paymentDueDate,
      is: "date",
    },
    detail.amountDue !== undefined &&
      owes(detail) && { label: texts.amountDue, value: detail.amountDue, is: "amount" },
    { label: texts.coveredUntil, value: detail.graceUntil || detail.coveredUntil, is: "date" },
    // The account systems send 1 if there is no benefit to show.
    Number.parseFloat(detail.benefitAmount) !== 1 && {
      label: benefitLabel(detail),
      value: detail.benefitAmount,
      is: "amount",
    },
    !isInsurance && { label: texts.owner, value: detail.owner, is: "name" },
    {
      label: isInsurance ? texts.annualPremium : texts.annualProductCost,
      value: detail.annualPremium,
      is: "amount",
      mark: detail.annualPremiumSpecialCharacter,
    },
    { label: texts.paymentFrequency, value: detail.paymentFrequency },
    // For active products, the payment section shows it.
    detail.isActiveProduct === "N" &&
      detail.creditLeft !== "0.00" && {
        label: texts.detailsCreditLeft,
        value: detail.creditLeft,
        is: "amount",
      },
  ]
  return lines.filter((line) => line !== false).filter(({ value }) => value !== "")
}

/**
 * Whether an inactive product has an amount owed. For an active one, the payment section shows it.
 */
export function owes({ amountDue = "0.00" }: Pick<ProductDetail, "amountDue">): boolean {
  return amountDue !== "0.00"
}

function benefitLabel({ isInsuranceProduct, isCancerOrHipOrHap }: ProductDetail): string {
  if (isInsuranceProduct === "N") return texts.membershipFee
  return isCancerOrHipOrHap === "Y" ? texts.dailyHospitalBenefit : texts.baseBenefit
}
