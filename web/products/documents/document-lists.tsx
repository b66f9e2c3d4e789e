import { ChevronDown } from "lucide"
import type { DocumentEntry } from "#contracts/products/products.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import * as texts from "../texts.ts"
import styles from "./document-lists.module.css"
import { DocumentRow } from "./document-row.tsx"

interface DocumentListsProps {
  productDocuments: readonly DocumentEntry[]
  correspondences: readonly DocumentEntry[]
}

/** The documents of a product, and the correspondence with its holder: folded on a phone. */
export function DocumentLists({ productDocuments, correspondences }: DocumentListsProps) {
  const count = productDocuments.length + correspondences.length
  const isDesktop = useDesktop()
  const lists = (
    <div className={styles.lists}>
      <DocumentList
        title={texts.productDocuments}
        id="product-documents"
        entries={productDocuments}
        empty={texts.noDocuments}
      />
      <DocumentList
        title={texts.correspondence}
        id="correspondence"
        entries={correspondences}
        empty={texts.noCorrespondence}
      />
      {count > 0 && <p className={styles.hint}>{texts.howToOpen}</p>}
    </div>
  )
  if (isDesktop || count === 0) return lists
  return (
    <details className={styles.folded}>
      <summary>
        <span>{texts.documentsAndLetters(count)}</span>
        <Icon of={ChevronDown} size={22} />
      </summary>
      {lists}
    </details>
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
