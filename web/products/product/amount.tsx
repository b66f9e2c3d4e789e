import type { Product } from "#contracts/products/shapes.ts"
import { MarkedMoney } from "#web/ui/text/money.tsx"

/** The amount due, with the mark that the account system adds. */
export function Amount({ product, large }: { product: Product; large?: boolean }) {
  const { amountDue, amountDueSpecialCharacter } = product
  return (
    <MarkedMoney amount={amountDue} mark={amountDueSpecialCharacter} {...(large && { large })} />
  )
}
