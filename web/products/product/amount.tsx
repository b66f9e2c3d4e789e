import type { Product } from "#contracts/products/shapes.ts"
import { MarkedMoney } from "#web/ui/text/money.tsx"

/** What is due, with the mark that the account system sets after it. */
export function Amount({ product, large }: { product: Product; large?: boolean }) {
  const { amountDue, amountDueSpecialCharacter } = product
  return (
    <MarkedMoney amount={amountDue} mark={amountDueSpecialCharacter} {...(large && { large })} />
  )
}
