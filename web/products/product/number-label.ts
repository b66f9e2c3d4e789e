import { numberLabel as labelOf } from "#contracts/products/product-number-rules.ts"
import type { ProductDetail } from "#contracts/products/products.ts"

/** The name of the number of a product that the server sent. */
export function numberLabel({
  isInsuranceProduct,
}: Pick<ProductDetail, "isInsuranceProduct">): string {
  return labelOf(isInsuranceProduct === "Y")
}
