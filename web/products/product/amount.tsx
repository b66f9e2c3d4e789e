import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { MarkedMoney, Money } from "#web/ui/text/money.tsx"
import { noCost } from "../texts.ts"
import { amountOfBadge } from "./amount-of-badge.ts"

interface AmountProps {
  product: Product
  large?: boolean
  /** Omits the account system's mark, because its note is beside the same amount elsewhere. */
  unmarked?: boolean
}

/**
 * The part of the amount due that the badge names, with the account system's mark. A bill paid by
 * another party does not show an amount.
 */
export function Amount({ product, large, unmarked }: AmountProps) {
  const { amountDue, amountDueSpecialCharacter, paymentStatusDisplayStyle } = product
  if (paymentStatusDisplayStyle === "nocosttoyou" && centsOf(amountDue) === 0) {
    return <span>{noCost}</span>
  }
  const money = { amount: amountOfBadge(product), ...(large && { large }) }
  return unmarked ? (
    <Money {...money} />
  ) : (
    <MarkedMoney {...money} mark={amountDueSpecialCharacter} />
  )
}
