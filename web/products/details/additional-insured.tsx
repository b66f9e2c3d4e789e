import type { ProductDetails } from "#contracts/products/products.ts"
import { Card } from "#web/ui/card.tsx"
import { type Column, DataTable } from "#web/ui/table/data-table.tsx"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

type Insured = ProductDetails["additionalInsured"][number]

const columns: Column<Insured>[] = [
  { title: texts.fullName, cell: ({ fullName }) => <span translate="no">{fullName}</span> },
  { title: texts.relationship, cell: ({ relationship }) => relationship },
]

export function AdditionalInsured({ people }: { people: readonly Insured[] }) {
  return (
    <section className={styles.section} aria-labelledby="additional-insured">
      <h2 id="additional-insured">{texts.additionalInsured}</h2>
      <Card className={styles.tableCard}>
        <DataTable
          caption={texts.additionalInsured}
          columns={columns}
          rows={people}
          // Two children may share their name.
          keyOf={(_, index) => String(index)}
        />
      </Card>
    </section>
  )
}
