import type { Product } from "#contracts/products/shapes.ts"
import { isPaidByAutoPay } from "#web/products/product/next-step.ts"
import type { Planned } from "#web/products/product/planned.ts"

/** The initial selection: the first product that needs attention; otherwise the first product. */
export function firstSelected(products: readonly Product[]): Product | undefined {
  const ofStyle = (style: Product["paymentStatusDisplayStyle"]) =>
    products.find(({ paymentStatusDisplayStyle }) => paymentStatusDisplayStyle === style)
  return ofStyle("pastdue") ?? ofStyle("duenow") ?? products[0]
}

/** Whether a row is highlighted because a payment is due now, which auto pay does not pay. */
export function isDue(product: Product, planned: Planned): boolean {
  const { paymentStatusDisplayStyle: style } = product
  return (style === "duenow" || style === "pastdue") && !isPaidByAutoPay(product, planned)
}
