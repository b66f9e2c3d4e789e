import type { Product } from "#contracts/myaccount-core/shapes.ts"

type DisplayStyle = Product["paymentStatusDisplayStyle"]

const titleOfStyle: Partial<Record<DisplayStyle, string>> = {
  autopay: "product disclaimers",
  combinedbill: "product disclaimers combinedbill",
  nocosttoyou: "product disclaimers nocosttoyou",
}

/** Every content that the disclaimers below products may show. */
export const allDisclaimerTitles = [
  ...Object.values(titleOfStyle),
  "site disclaimer",
  "transaction disclaimer",
]

/** The disclaimers that these products call for, each once. */
export function disclaimerTitles(products: readonly Product[]): string[] {
  const styles = products.map((product) => product.paymentStatusDisplayStyle)
  const ofStyles = Object.entries(titleOfStyle)
    .filter(([style]) => styles.includes(style as DisplayStyle))
    .map(([, title]) => title)
  return [...ofStyles, "site disclaimer", "transaction disclaimer"]
}
