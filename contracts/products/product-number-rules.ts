/**
 * The label of a product's number: insurance products have certificates, all others plans.
 * Undefined: the product is no longer in the account system.
 */
export function numberLabel(isInsurance: boolean | undefined): string {
  if (isInsurance === undefined) return "Certificate/Plan number"
  return isInsurance ? "Certificate number" : "Plan number"
}
