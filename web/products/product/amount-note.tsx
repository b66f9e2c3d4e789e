import type { Product } from "#contracts/products/shapes.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import styles from "./amount-note.module.css"

/** The account system's note about an amount owed. It explains the mark beside the amount. */
export function AmountNote({ product }: { product: Product }) {
  const { disclaimer } = product
  return disclaimer ? <CleanHtml className={styles.note} html={disclaimer} /> : null
}

/** The brand's note about the mark of the annual costs above it. */
export function AnnualCostNote({ contents }: { contents: Record<string, string> }) {
  const note = contents["annual product cost disclaimer"]
  return note ? <CleanHtml className={styles.note} html={note} /> : null
}

/** The note about an amount with a mark. A table does not repeat a note without a mark. */
export function MarkNote({ product }: { product: Product }) {
  return product.amountDueSpecialCharacter ? <AmountNote product={product} /> : null
}
