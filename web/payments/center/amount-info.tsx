import { Info } from "lucide"
import type { Product } from "#contracts/products/shapes.ts"
import { Amount, OfWhole } from "#web/products/product/amount.tsx"
import { Icon } from "../../ui/icon.tsx"
import * as texts from "../texts.ts"
import styles from "./amount-info.module.css"

interface AmountInfoProps {
  product: Product
  onAmount: (product: Product) => void
}

/** The amount due, with the button for its parts and the entire amount. */
export function AmountDue(props: AmountInfoProps) {
  return (
    <>
      <span className={styles.figure}>
        <Amount product={props.product} />
        <AmountInfo {...props} />
      </span>
      <span className={styles.whole}>
        <OfWhole product={props.product} />
      </span>
    </>
  )
}

/** Opens the parts of the amount due, if the account system provides them. */
function AmountInfo({ product, onAmount }: AmountInfoProps) {
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
