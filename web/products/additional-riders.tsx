import { ChevronDown } from "lucide"
import { centsOf } from "#contracts/money.ts"
import type { Rider } from "#contracts/myaccount-core/products.ts"
import { Card } from "../ui/card.tsx"
import { type Column, DataTable, useSorting } from "../ui/data-table.tsx"
import { Facts } from "../ui/facts.tsx"
import { GrowingList } from "../ui/growing-list.tsx"
import { Icon } from "../ui/icon.tsx"
import { Money } from "../ui/money.tsx"
import { sortableDate } from "../ui/sort.ts"
import { useDesktop } from "../use-desktop.ts"
import styles from "./product-details.module.css"

/** What the product was extended by: a table from 768 px on, lines that open below. */
export function AdditionalRiders({ riders }: { riders: readonly Rider[] }) {
  const isDesktop = useDesktop()
  return (
    <section className={styles.section} aria-labelledby="additional-riders">
      <h2 id="additional-riders">Additional Riders</h2>
      {isDesktop ? <RidersTable riders={riders} /> : <RidersList riders={riders} />}
    </section>
  )
}

const columns: Column<Rider>[] = [
  {
    title: "Product",
    cell: ({ productDesc }) => productDesc,
    sortBy: ({ productDesc }) => productDesc,
  },
  {
    title: "Status",
    cell: ({ policyStatus }) => policyStatus,
    sortBy: ({ policyStatus }) => policyStatus,
  },
  {
    title: "Effective date",
    cell: ({ coverageEffectiveDate }) => coverageEffectiveDate,
    sortBy: ({ coverageEffectiveDate }) => sortableDate(coverageEffectiveDate),
  },
  {
    title: "Benefit amount",
    alignEnd: true,
    cell: ({ benefitAmount }) => <Money amount={benefitAmount} />,
    sortBy: ({ benefitAmount }) => centsOf(benefitAmount),
  },
  {
    title: "Annual premium",
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
        caption="Additional Riders"
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
    <GrowingList label="Additional Riders">
      {riders.map((rider) => (
        <li key={keyOf(rider)}>
          <Card className={styles.rider}>
            <details>
              <summary>
                <span>{rider.productDesc}</span>
                <Icon of={ChevronDown} size={22} />
              </summary>
              <Facts facts={factsOf(rider)} />
            </details>
          </Card>
        </li>
      ))}
    </GrowingList>
  )
}

/** What an opened line says beside its name: the rest of the table's row. */
function factsOf(rider: Rider) {
  const [, ...facts] = columns.map(({ title, cell }) => ({ label: title, value: cell(rider) }))
  return facts.filter(({ value }) => value !== "")
}

function keyOf(rider: Rider): string {
  return `${rider.policyNumber} ${rider.productDesc} ${rider.coverageEffectiveDate}`
}
