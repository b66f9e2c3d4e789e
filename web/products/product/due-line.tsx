import type { ReactNode } from "react"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import type { Fact } from "#web/ui/text/facts.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { chargeDayOf } from "./charge-day.ts"
import styles from "./due-line.module.css"
import { beforeDueDate, nextBillText, severalDueTexts } from "./due-texts.ts"
import * as texts from "./texts.ts"

interface DueDateProps {
  product: Product
  /** The next charge of auto pay, to name its day if that is another one. */
  charge?: PlannedCharge | undefined
}

/** The date of a row, or its next bill when nothing is owed. */
export function DueDate({ product, charge }: DueDateProps) {
  return (
    <div className={styles.date}>
      {product.nextBill ? texts.nextBillLine(nextBillText(product.nextBill)) : datesOf(product)}
      <ChargeDay product={product} charge={charge} />
    </div>
  )
}

/** The due date of an amount in words, or several; the next bill if nothing is owed. */
export function DueLine({ product, className }: { product: Product; className?: string }) {
  const { dueDate, nextBill } = product
  if (nextBill) return <p className={className}>{texts.nextBillLine(nextBillText(nextBill))}</p>
  if (!dueDate) return null
  const several = severalDueTexts(product)
  if (several.length > 0) {
    return several.map((text) => (
      <p key={text} className={className}>
        {text}
      </p>
    ))
  }
  return (
    <p className={className}>
      {beforeDueDate(product)} <time>{dueDate}</time>
    </p>
  )
}

/** The due date with its label: of the amount, or of the next bill when nothing is owed. */
export function dueFact(product: Product): Fact {
  const { nextBill } = product
  if (nextBill) return { label: texts.nextBill, value: nextBillText(nextBill) }
  return { label: texts.dueDate, value: datesOf(product) }
}

/** The day on which auto pay charges what is due, if that is not the due date. */
export function ChargeDay({ product, charge }: DueDateProps) {
  const found = chargeDayOf(product, charge)
  if (!found) return null
  const { day, isOfThisBill, amount } = found
  return (
    <div className={styles.charge}>
      {isOfThisBill ? texts.chargedOn(day, amount && moneyText(amount)) : texts.notCharged(day)}
    </div>
  )
}

/** The same with a label; a value of "" has nothing to say. */
export function chargeDayFact(product: Product, charge: PlannedCharge | undefined): Fact {
  const found = chargeDayOf(product, charge)
  const label = found?.isOfThisBill === false ? texts.nextCharge : texts.charge
  return { label, value: found ? <time>{found.day}</time> : "" }
}

/** The due date, or a line for each bill. "" without a due date. */
function datesOf(product: Product): ReactNode {
  const several = severalDueTexts(product)
  if (several.length === 0) return product.dueDate && <time>{product.dueDate}</time>
  return several.map((text) => (
    <div key={text} className={styles.bill}>
      {text}
    </div>
  ))
}
