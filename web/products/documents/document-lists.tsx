import type { DocumentEntry } from "#contracts/products/products.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { Card } from "#web/ui/card.tsx"
import styles from "./document-lists.module.css"
import { DocumentRow } from "./document-row.tsx"

interface DocumentListsProps {
  productDocuments: readonly DocumentEntry[]
  correspondences: readonly DocumentEntry[]
}

/** The papers of a product, and the letters to its holder. */
export function DocumentLists({ productDocuments, correspondences }: DocumentListsProps) {
  const isEmpty = productDocuments.length + correspondences.length === 0
  return (
    <div className={styles.lists}>
      <DocumentList
        title="Product Documents"
        id="product-documents"
        entries={productDocuments}
        empty="There are no documents for this product yet."
      />
      <DocumentList
        title="Correspondence"
        id="correspondence"
        entries={correspondences}
        empty="There are no letters about this product yet."
      />
      {!isEmpty && (
        <p className={styles.hint}>
          View Document opens a new window. Download keeps a copy on this device.
        </p>
      )}
    </div>
  )
}

interface DocumentListProps {
  title: string
  id: string
  entries: readonly DocumentEntry[]
  empty: string
}

function DocumentList({ title, id, entries, empty }: DocumentListProps) {
  const error = useContents([documentError])[documentError]
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Card className={styles.card}>
        {entries.length === 0 ? (
          <p className={styles.empty}>{empty}</p>
        ) : (
          <ul className={styles.list}>
            {entries.map((entry) => (
              <DocumentRow key={keyOf(entry)} entry={entry} errorHtml={error} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

const documentError = "document error"

function keyOf({ documentId, documentSource, documentCategory }: DocumentEntry): string {
  return JSON.stringify([documentId, documentSource, documentCategory])
}
