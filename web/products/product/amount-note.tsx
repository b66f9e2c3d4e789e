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

/** The note about an amount with a mark. A list does not repeat a note without a mark. */
export function MarkNote({ product }: { product: Product }) {
  return product.amountDueSpecialCharacter ? <AmountNote product={product} /> : null
}

/** The notes about the marks of these products, once each, for the place below their table. */
export function MarkNotes({ products }: { products: readonly Product[] }) {
  const marked = products.filter(({ amountDueSpecialCharacter: mark }) => mark !== "")
  const first = new Map(marked.map((product) => [product.disclaimer, product]))
  return [...first].map(([note, product]) => <AmountNote key={note} product={product} />)
}
