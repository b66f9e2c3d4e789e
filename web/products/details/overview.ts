import type { ProductDetail } from "#contracts/products/products.ts"
import { numberLabel } from "../product/number-label.ts"
import { endOfCoverage } from "../product/planned.ts"
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
    !hasCoverageBar(detail) && {
      label: texts.coveredUntil,
      value: endOfCoverage(detail),
      is: "date",
    },
    !benefitOf(detail) &&
      hasBenefitAmount(detail) && {
        label: texts.membershipFee,
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

/** Whether a bar shows how long the product is covered. */
export function hasCoverageBar({ isActiveProduct, coveredUntil }: ProductDetail): boolean {
  return isActiveProduct === "Y" && coveredUntil !== ""
}

export interface Benefit {
  label: string
  amount: string
  /** A sentence about when it is paid. */
  isPaid: string
}

/** The benefit of an insurance product; null for a plan, and without a known benefit. */
export function benefitOf(detail: ProductDetail): Benefit | null {
  if (detail.isInsuranceProduct === "N" || !hasBenefitAmount(detail)) return null
  const amount = detail.benefitAmount
  return detail.isCancerOrHipOrHap === "Y"
    ? { label: texts.dailyHospitalBenefit, amount, isPaid: texts.paidEachHospitalDay }
    : { label: texts.baseBenefit, amount, isPaid: texts.paidAsDescribed }
}

/** The account systems send 1 if a product has no benefit to show. */
function hasBenefitAmount({ benefitAmount }: ProductDetail): boolean {
  return benefitAmount !== "" && Number.parseFloat(benefitAmount) !== 1
}
