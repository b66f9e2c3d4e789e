import type { Product } from "#contracts/products/shapes.ts"
import { Amount } from "#web/products/product/amount.tsx"
import { AmountNote } from "#web/products/product/amount-note.tsx"
import { dueFact } from "#web/products/product/due-date.tsx"
import { NextSteps } from "#web/products/product/next-steps.tsx"
import { numberLabel } from "#web/products/product/number-label.ts"
import type { Planned } from "#web/products/product/planned.ts"
import { StatusBadge } from "#web/products/product/status-badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { Money } from "#web/ui/text/money.tsx"
import * as texts from "../texts.ts"
import { AmountBreakdown } from "./amount-breakdown.tsx"
import { pastDueOf } from "./amounts.ts"
import styles from "./product-block.module.css"

interface ProductBlockProps {
  product: Product
  planned: Planned
  /** The client's day, as MM/DD/YYYY; "" while loading. */
  today: string
}

/** The product to pay, above the form. */
export function ProductName({ product }: Pick<ProductBlockProps, "product">) {
  return (
    <div className={styles.name}>
      <h2>{product.productDesc}</h2>
      <p>
        <span>{numberLabel(product)}</span> <span translate="no">{product.policyNumber}</span>
      </p>
    </div>
  )
}

/** The amounts owed for the product, with their due dates. */
export function ProductBlock({ product, planned, today }: ProductBlockProps) {
  const pastDue = pastDueOf(product)
  const facts: Fact[] = [
    ...(pastDue ? [{ label: texts.amountDue, value: <Amount product={product} whole /> }] : []),
    dueFact(product),
    { label: texts.paymentFrequency, value: product.currentPaymentFrequecyType },
  ]
  return (
    <Card className={styles.block}>
      <div className={styles.amount}>
        <StatusBadge product={product} />
        {!pastDue && <p className={styles.label}>{texts.amountDue}</p>}
        {pastDue ? <Money amount={pastDue} large /> : <Amount product={product} large />}
        <NextSteps product={product} planned={planned} today={today} />
        <AmountNote product={product} />
      </div>
      <Facts facts={facts.filter(({ value }) => value)} />
      {product.showPaymentAmountBreakdown === "Y" && <AmountBreakdown info={product.paymentInfo} />}
    </Card>
  )
}
