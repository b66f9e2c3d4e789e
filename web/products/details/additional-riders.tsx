import { ChevronDown } from "lucide"
import { centsOf } from "#contracts/money.ts"
import type { Rider } from "#contracts/products/products.ts"
import { useDesktop } from "#web/app/use-desktop.ts"
import { Day } from "#web/brands/day.ts"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { type Column, DataTable, useSorting } from "#web/ui/table/data-table.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { sortableDate } from "#web/ui/table/sort.ts"
import { Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import * as texts from "../texts.ts"
import styles from "./product-details.module.css"

/** The riders of a product: a table from 768 px on, one list of expandable lines below. */
export function AdditionalRiders({ riders }: { riders: readonly Rider[] }) {
  const isDesktop = useDesktop()
  return (
    <section className={styles.section} aria-labelledby="additional-riders">
      <h2 id="additional-riders">{texts.additionalRiders}</h2>
      {isDesktop ? <RidersTable riders={riders} /> : <RidersList riders={riders} />}
    </section>
  )
}

const columns: Column<Rider>[] = [
  {
    title: texts.product,
    cell: ({ productDesc }) => productDesc,
    sortBy: ({ productDesc }) => productDesc,
  },
  {
    title: texts.status,
    cell: ({ policyStatus }) => policyStatus,
    sortBy: ({ policyStatus }) => policyStatus,
  },
  {
    title: texts.effectiveDate,
    cell: ({ coverageEffectiveDate }) =>
      coverageEffectiveDate && <Day full of={coverageEffectiveDate} />,
    sortBy: ({ coverageEffectiveDate }) => sortableDate(coverageEffectiveDate),
  },
  {
    title: texts.benefitAmount,
    alignEnd: true,
    cell: ({ benefitAmount }) => <Money amount={benefitAmount} />,
    sortBy: ({ benefitAmount }) => centsOf(benefitAmount),
  },
  {
    title: texts.annualPremium,
    alignEnd: true,
    cell: ({ annualPremium }) => <Money amount={annualPremium} />,
    sortBy: ({ annualPremium }) => centsOf(annualPremium),
  },
]

function RidersTable({ riders }: { riders: readonly Rider[] }) {
  const { rows, sorting, sortBy } = useSorting(riders, columns)
  return (
    <Card className={styles.tableCard}>
      <DataTable
        caption={texts.additionalRiders}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        sorting={sorting}
        onSort={sortBy}
      />
    </Card>
  )
}

function RidersList({ riders }: { riders: readonly Rider[] }) {
  return (
    <Card className={styles.riders}>
      <GrowingList label={texts.additionalRiders}>
        {riders.map((rider) => (
          <li key={keyOf(rider)}>
            <details className={styles.rider}>
              <summary>
                <span>{rider.productDesc}</span>
                <Icon of={ChevronDown} size={22} />
              </summary>
              <Facts facts={factsOf(rider)} />
            </details>
          </li>
        ))}
      </GrowingList>
    </Card>
  )
}

/** The details of an expanded line, which are the other columns of the table. */
function factsOf(rider: Rider) {
  const [, ...facts] = columns.map(({ title, cell }) => ({ label: title, value: cell(rider) }))
  return facts.filter(({ value }) => value !== "")
}

function keyOf(rider: Rider): string {
  return `${rider.policyNumber} ${rider.productDesc} ${rider.coverageEffectiveDate}`
}
