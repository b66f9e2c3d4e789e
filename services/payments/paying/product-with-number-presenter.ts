import { numberLabel } from "#contracts/products/product-number-rules.ts"
import type { Policy } from "#ports/policy-admin/port.ts"

/** Extracts the description from the result of `productWithNumber`. */
export function descriptionOf(withNumber: string): string {
  const end = withNumber.lastIndexOf(", ")
  return end === -1 ? withNumber : withNumber.slice(0, end)
}

/**
 * Text with a product and its number, such as "Whole Life Insurance, certificate number
 * 4001930427". `policy` is the same product now; undefined if the account system no longer has it.
 */
export function productWithNumber(
  { productDesc, policyNumber }: Pick<Policy, "productDesc" | "policyNumber">,
  policy: Pick<Policy, "isInsuranceProduct"> | undefined,
): string {
  const label = numberLabel(policy?.isInsuranceProduct).toLowerCase()
  return `${productDesc}, ${label} ${policyNumber}`
}
