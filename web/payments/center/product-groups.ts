import { centsOf, decimalOf } from "#contracts/money.ts"
import { type DisplayStyle, styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { billsOf } from "#web/products/product/amount-of-badge.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"

export interface ProductGroup {
  title: string
  products: readonly Product[]
  /** A sentence with the total of the amounts due; "" without amounts. */
  total: string
  /** How many of the products are visible at first. */
  first: number
}

const firstUrgent = 5
const firstOthers = 3

/** Up to this number, the products are one group without a title. */
const fewProducts = 5

const groups: readonly [string, readonly DisplayStyle[]][] = [
  [texts.pastDueGroup, ["pastdue"]],
  [texts.ownGroup, ["duenow", "carried", ""]],
  [texts.autoPayGroup, ["autopay"]],
  [texts.otherGroup, ["combinedbill", "nocosttoyou"]],
]

/** The products grouped by how they are paid, with the most urgent group first. */
export function groupsOf(products: readonly Product[]): ProductGroup[] {
  if (products.length <= fewProducts) {
    return [{ title: "", products, total: "", first: fewProducts }]
  }
  const found = groups.map(([title, styles]) => ({
    title,
    products: products.filter((one) => styles.includes(styleOf(one))),
  }))
  return found.flatMap((group) =>
    group.products.length === 0
      ? []
      : [
          {
            ...group,
            total: totalOf(group.products),
            first: group.title === texts.pastDueGroup ? firstUrgent : firstOthers,
          },
        ],
  )
}

function totalOf(products: readonly Product[]): string {
  const total = sumOf(products.map(({ amountDue }) => amountDue))
  if (total === 0) return ""
  const pastDue = pastDueOf(products)
  const isPart = pastDue > 0 && pastDue < total
  return texts.groupTotal(shown(total), isPart ? shown(pastDue) : "")
}

/** Cents that are past due. */
function pastDueOf(products: readonly Product[]): number {
  return sumOf(products.flatMap((product) => billsOf(product).late.map(({ amount }) => amount)))
}

/**
 * The sentence with what is past due for several products; "" for fewer, and for groups, which have
 * totals of their own.
 */
export function pastDueTotalOf(products: readonly Product[]): string {
  const late = products.filter((product) => pastDueOf([product]) > 0)
  if (late.length < 2 || products.length > fewProducts) return ""
  return texts.pastDueTotal(shown(pastDueOf(late)), late.length)
}

function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + centsOf(amount), 0)
}

function shown(cents: number): string {
  return moneyText(decimalOf(cents))
}
