import type { Product } from "#contracts/products/shapes.ts"

/** The first product that wants something done, else the first: nobody has to choose before that. */
export function firstSelected(products: readonly Product[]): Product | undefined {
  const ofStyle = (style: Product["paymentStatusDisplayStyle"]) =>
    products.find(({ paymentStatusDisplayStyle }) => paymentStatusDisplayStyle === style)
  return ofStyle("pastdue") ?? ofStyle("duenow") ?? products[0]
}

/** Rows that stand out: something is to be paid now. */
export function isDue({ paymentStatusDisplayStyle }: Product): boolean {
  return paymentStatusDisplayStyle === "duenow" || paymentStatusDisplayStyle === "pastdue"
}
