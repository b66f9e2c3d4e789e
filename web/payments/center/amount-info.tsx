import { Info } from "lucide"
import type { Product } from "#contracts/products/shapes.ts"
import { Icon } from "../../ui/icon.tsx"
import * as texts from "../texts.ts"
import styles from "./amount-info.module.css"

interface AmountInfoProps {
  product: Product
  onAmount: (product: Product) => void
}

/** Opens the parts of the amount due, if the account system provides them. */
export function AmountInfo({ product, onAmount }: AmountInfoProps) {
  if (product.showPaymentAmountBreakdown === "N") return null
  return (
    <button
      className={styles.info}
      type="button"
      aria-label={texts.amountDetailsOf(product.productDesc)}
      onClick={() => onAmount(product)}
    >
      <Icon of={Info} size={20} />
    </button>
  )
}
