import type { Product } from "#contracts/products/shapes.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./amount-note.module.css"

/** The account system's note about an amount that is owed. It explains the mark beside the amount. */
export function AmountNote({ product }: { product: Product }) {
  const { disclaimer, nextBill, amountDueSpecialCharacter } = product
  if (!disclaimer || (nextBill && !amountDueSpecialCharacter)) return null
  return <CleanHtml className={styles.note} html={disclaimer} />
}

/** The note of an amount with a mark. Without a mark, a table does not repeat it. */
export function MarkNote({ product }: { product: Product }) {
  return product.amountDueSpecialCharacter ? <AmountNote product={product} /> : null
}
