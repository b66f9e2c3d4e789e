import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { CleanHtml } from "../ui/clean-html.tsx"
import { Money } from "../ui/money.tsx"
import styles from "./amount.module.css"

/** What is due, with the mark that the account system sets after it. */
export function Amount({ product, large }: { product: Product; large?: boolean }) {
  return (
    <div className={large ? styles.large : styles.amount}>
      <Money amount={product.amountDue} {...(large && { large })} />
      {product.amountDueSpecialCharacter && (
        <CleanHtml className={styles.mark} html={product.amountDueSpecialCharacter} />
      )}
    </div>
  )
}
