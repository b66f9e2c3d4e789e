import type { ProductDetail } from "#contracts/products/products.ts"

type Kind = Pick<ProductDetail, "isInsuranceProduct">

/** Insurance has certificates, whatever else plans. */
export function numberLabel({ isInsuranceProduct }: Kind): string {
  return isInsuranceProduct === "Y" ? "Certificate number" : "Plan number"
}

export interface OverviewLine {
  label: string
  value: string
  /** What the value is, where it is more than words. */
  is?: "number" | "amount"
  /** HTML after an amount. */
  mark?: string
}

/** What the overview of a product says, in its order; what the product does not have is left out. */
export function overviewLines(detail: ProductDetail): OverviewLine[] {
  const isInsurance = detail.isInsuranceProduct === "Y"
  const lines: (OverviewLine | false)[] = [
    { label: numberLabel(detail), value: detail.policyNumber, is: "number" },
    { label: isInsurance ? "Coverage type" : "Plan type", value: detail.coverageType },
    { label: "Status", value: detail.policyStatus },
    { label: "Coverage effective date", value: detail.coverageEffectiveDate },
    detail.suppressPaymentDueDate === "N" && {
      label: detail.paymentDueDateLabel || "Payment due date",
      value: detail.paymentDueDate,
    },
    // The account systems say 1 where there is no benefit to name.
    Number.parseFloat(detail.benefitAmount) !== 1 && {
      label: benefitLabel(detail),
      value: detail.benefitAmount,
      is: "amount",
    },
    !isInsurance && { label: "Owner", value: detail.owner },
    {
      label: isInsurance ? "Annual premium" : "Annual product cost",
      value: detail.annualPremium,
      is: "amount",
      mark: detail.annualPremiumSpecialCharacter,
    },
    { label: "Payment frequency", value: detail.paymentFrequency },
  ]
  return lines.filter((line) => line !== false).filter(({ value }) => value !== "")
}

function benefitLabel({ isInsuranceProduct, isCancerOrHipOrHap }: ProductDetail): string {
  if (isInsuranceProduct === "N") return "Membership fee"
  return isCancerOrHipOrHap === "Y" ? "Daily hospital benefit" : "Base benefit"
}
