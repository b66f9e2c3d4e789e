import { numberLabel as labelOf } from "#contracts/products/product-number-rules.ts"
import type { ProductDetail } from "#contracts/products/products.ts"

/** The name of a product's number, for a product as the server sent it. */
export function numberLabel({
  isInsuranceProduct,
}: Pick<ProductDetail, "isInsuranceProduct">): string {
  return labelOf(isInsuranceProduct === "Y")
}
