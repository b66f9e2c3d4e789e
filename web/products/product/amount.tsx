import { centsOf } from "#contracts/money.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { MarkedMoney, Money } from "#web/ui/text/money.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { noCost, ofWhole } from "../texts.ts"
import { amountOfBadge } from "./amount-of-badge.ts"

interface AmountProps {
  product: Product
  large?: boolean
  /** Omits the account system's mark, because its note is beside the same amount elsewhere. */
  unmarked?: boolean
  /** Shows the entire amount due, because no badge is beside it. */
  whole?: boolean
}

/**
 * The part of the amount due that the badge names, with the account system's mark. A bill paid by
 * another party does not show an amount.
 */
export function Amount({ product, large, unmarked, whole }: AmountProps) {
  const { amountDue, amountDueSpecialCharacter, paymentStatusDisplayStyle } = product
  if (paymentStatusDisplayStyle === "nocosttoyou" && centsOf(amountDue) === 0) {
    return <span>{noCost}</span>
  }
  const money = { amount: whole ? amountDue : amountOfBadge(product), ...(large && { large }) }
  return unmarked ? (
    <Money {...money} />
  ) : (
    <MarkedMoney {...money} mark={amountDueSpecialCharacter} />
  )
}

/** The entire amount due, if the badge names only a part of it. */
export function OfWhole({ product }: { product: Product }) {
  const { amountDue } = product
  if (centsOf(amountOfBadge(product)) === centsOf(amountDue)) return null
  return <span>{ofWhole(moneyText(amountDue))}</span>
}
