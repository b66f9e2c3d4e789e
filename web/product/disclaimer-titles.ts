import type { ActiveProduct } from "#contracts/myaccount-core/products.ts"
import { styleDisclaimers } from "#contracts/signed-in-contents.ts"

/** The disclaimers of how these products are paid, each once. */
export function disclaimerTitles(
  products: readonly Pick<ActiveProduct, "paymentStatusDisplayStyle">[],
): string[] {
  const styles: string[] = products.map((product) => product.paymentStatusDisplayStyle)
  return Object.entries(styleDisclaimers)
    .filter(([style]) => styles.includes(style))
    .map(([, title]) => title)
}
