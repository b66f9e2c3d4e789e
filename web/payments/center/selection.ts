import type { Product } from "#contracts/products/shapes.ts"

/** The initial selection: the first product that needs attention; otherwise the first product. */
export function firstSelected(products: readonly Product[]): Product | undefined {
  const ofStyle = (style: Product["paymentStatusDisplayStyle"]) =>
    products.find(({ paymentStatusDisplayStyle }) => paymentStatusDisplayStyle === style)
  return ofStyle("pastdue") ?? ofStyle("duenow") ?? products[0]
}

/** Whether a row is highlighted because a payment is due now. */
export function isDue({ paymentStatusDisplayStyle }: Product): boolean {
  return paymentStatusDisplayStyle === "duenow" || paymentStatusDisplayStyle === "pastdue"
}
