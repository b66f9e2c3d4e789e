import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { MarkedMoney } from "#web/ui/text/money.tsx"
import { noCost } from "../texts.ts"

/**
 * The amount due, with the account system's mark. A bill paid by another party does not show an
 * amount.
 */
export function Amount({ product, large }: { product: Product; large?: boolean }) {
  const { amountDue, amountDueSpecialCharacter, paymentStatusDisplayStyle } = product
  if (paymentStatusDisplayStyle === "nocosttoyou" && centsOf(amountDue) === 0) {
    return <span>{noCost}</span>
  }
  return (
    <MarkedMoney amount={amountDue} mark={amountDueSpecialCharacter} {...(large && { large })} />
  )
}
