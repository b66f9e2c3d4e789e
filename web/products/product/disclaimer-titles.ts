import { styleDisclaimers } from "#contracts/brands/signed-in-contents.ts"
import type { ActiveProduct } from "#contracts/products/products.ts"

/** The titles of the disclaimers for the ways these products are paid, each once. */
export function disclaimerTitles(
  products: readonly Pick<ActiveProduct, "paymentStatusDisplayStyle">[],
): string[] {
  const styles: string[] = products.map((product) => product.paymentStatusDisplayStyle)
  return Object.entries(styleDisclaimers)
    .filter(([style]) => styles.includes(style))
    .map(([, title]) => title)
}
