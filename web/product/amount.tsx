import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { MarkedMoney } from "../ui/money.tsx"

/** What is due, with the mark that the account system sets after it. */
export function Amount({ product, large }: { product: Product; large?: boolean }) {
  const { amountDue, amountDueSpecialCharacter } = product
  return (
    <MarkedMoney amount={amountDue} mark={amountDueSpecialCharacter} {...(large && { large })} />
  )
}
