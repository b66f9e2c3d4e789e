import { useId } from "react"
import type { Product } from "#contracts/products/shapes.ts"
import { AmountNote, MarkNote } from "#web/products/product/amount-note.tsx"
import { CoverageEnd } from "#web/products/product/coverage.tsx"
import { dueFact } from "#web/products/product/due-date.tsx"
import { unsaidCoverage } from "#web/products/product/next-step.ts"
import { NextSteps } from "#web/products/product/next-steps.tsx"
import { ProductLink } from "#web/products/product/product-link.tsx"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { GrowingList } from "#web/ui/table/growing-list.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { Card } from "../../ui/card.tsx"
import { classNames } from "../../ui/class-names.ts"
import * as texts from "../texts.ts"
import { AmountDue } from "./amount-info.tsx"
import { ChargeParts } from "./next-charge.tsx"
import { ProductActions } from "./product-actions.tsx"
import styles from "./product-cards.module.css"
import { groupsOf, type ProductGroup } from "./product-groups.ts"
import type { ProductsProps } from "./products-props.ts"
import { SelectProduct } from "./select-product.tsx"
import { isDue } from "./selection.ts"

/** One card per product, in groups if there are many. The selected card contains the actions. */
export function ProductCards(props: ProductsProps) {
  return groupsOf(props.products).map((group) => <Group key={group.title} {...props} {...group} />)
}

function Group({ title, total, first, ...props }: ProductsProps & ProductGroup) {
  const { products, selected } = props
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={title && id}>
      {title && (
        <div>
          <h3 id={id}>{texts.groupTitle(title, products.length)}</h3>
          {total && <p>{total}</p>}
        </div>
      )}
      <GrowingList
        first={first}
        label={title || texts.activeProducts}
        least={selected ? products.indexOf(selected) + 1 : 0}
      >
        {products.map((product) => (
          <li key={product.policyNumber}>
            <ProductCard {...props} product={product} isOfMany={title !== ""} />
          </li>
        ))}
      </GrowingList>
    </section>
  )
}

function ProductCard(props: ProductsProps & { product: Product; isOfMany: boolean }) {
  const { product, selected, today, isOfMany, plannedOf, onSelect } = props
  const Name = isOfMany ? "h4" : "h3"
  const planned = plannedOf(product.policyNumber)
  const isSelected = product === selected
  return (
    <Card
      className={classNames(
        styles.card,
        isDue(product, planned) && styles.due,
        isSelected && styles.selected,
      )}
    >
      <div className={styles.head}>
        <SelectProduct product={product} isSelected={isSelected} onSelect={onSelect} />
        <Name className={styles.name}>
          <ProductLink product={product} />
        </Name>
      </div>
      <StatusBadge product={product} planned={planned} withoutDay />
      <Facts facts={factsOf(product, isSelected || !isOfMany, props)} />
      <NextSteps product={product} planned={planned} today={today} />
      {isSelected ? <AmountNote product={product} /> : <MarkNote product={product} />}
      {isSelected && (
        <>
          <ChargeParts charge={planned.charge} />
          <ProductActions {...props} planned={planned} />
        </>
      )}
    </Card>
  )
}

/** If there are many products, the cards that are not selected are short. */
function factsOf(
  product: Product,
  isWhole: boolean,
  { onAmount, plannedOf }: ProductsProps,
): Fact[] {
  const amount = (
    <div className={styles.amount}>
      <AmountDue product={product} onAmount={onAmount} />
    </div>
  )
  const planned = plannedOf(product.policyNumber)
  const covered = unsaidCoverage(product, planned) && <CoverageEnd planned={planned} />
  const more = [
    { label: texts.coveredUntil, value: covered },
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
    { label: texts.autoPayMethod, value: product.currentPaymentMethod || texts.notOnAutoPay },
  ]
  const facts = [
    { label: texts.amountDue, value: amount },
    dueFact(product),
    ...(isWhole ? more : []),
  ]
  return facts.filter(({ value }) => value !== "")
}
