import { dayInWords, isBefore } from "#contracts/dates.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { sortableDate, sorted } from "#web/ui/table/sort.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { sumOf } from "../product/amount-of-badge.ts"
import { bankDaySteps, isCharged } from "../product/next-step.ts"
import type { PlannedOf } from "../product/planned.ts"
import * as texts from "../texts.ts"

/** A state in which the customer has nothing to pay now. */
export interface Calm {
  kind: "autoPay" | "paid" | "other"
  headline: string
  sentences: string[]
  /** The product whose next payment the sentences state. */
  product?: Product | undefined
}

export function calmOf(dashboard: Dashboard, plannedOf: PlannedOf): Calm {
  const { activeProducts } = dashboard
  const charged = earliest(
    activeProducts.flatMap((product) => {
      const { charge } = plannedOf(product.policyNumber)
      const isTheirs = product.paymentStatusDisplayStyle === "autopay" && isCharged(product)
      return charge && isTheirs ? [{ product, charge, day: charge.dueDate }] : []
    }),
  )
  const others = activeProducts.filter(
    ({ paymentStatusDisplayStyle: style, policyNumber }) =>
      style !== "combinedbill" &&
      style !== "nocosttoyou" &&
      charged.every(({ product }) => product.policyNumber !== policyNumber),
  )
  const isOwed = others.some(({ dueAmounts }) => dueAmounts.length > 0)
  if (!isOwed && others.length > 0) return paidState(dashboard, others)
  const [next] = charged
  if (next) return chargedState(dashboard, next)
  const headline = isOwed ? texts.nothingIsDueNow : texts.nothingToPayHere
  const isEmpty = activeProducts.length === 0
  return { kind: "other", headline: isEmpty ? texts.noBill : headline, sentences: [] }
}

function chargedState(
  { activeProducts, currentDate }: Dashboard,
  { product, charge }: { product: Product; charge: PlannedCharge },
): Calm {
  const isOnly = activeProducts.length === 1
  const day = (shown: string) => dayInWords(shown, currentDate)
  return {
    kind: "autoPay",
    headline: texts.autoPayPays(moneyText(charge.paymentAmount), day(charge.dueDate)),
    sentences: [
      isOnly
        ? texts.from(charge.paymentMethod)
        : texts.chargeFor(product.productDesc, charge.paymentMethod),
      ...restSentences(product, charge, day),
    ],
    product,
  }
}

function paidState({ activeProducts, currentDate }: Dashboard, paid: readonly Product[]): Calm {
  const isOnly = activeProducts.length === 1
  const [next] = earliest(
    paid.flatMap((product) => {
      const { nextBill } = product
      return nextBill ? [{ product, nextBill, day: nextBill.dueDate }] : []
    }),
  )
  const state = { kind: "paid" as const, headline: texts.allPaid }
  if (!next) return { ...state, sentences: [], product: isOnly ? paid[0] : undefined }
  const { product, nextBill } = next
  const day = dayInWords(nextBill.dueDate, currentDate)
  const name = isOnly ? "" : product.productDesc
  const sentence =
    nextBill.amount === "0.00"
      ? texts.creditPaysNext(day, name)
      : texts.nextBillOf(nextBill.amount && moneyText(nextBill.amount), day, name)
  return { ...state, sentences: [sentence], product }
}

/** Sentences about the bills that a charge leaves, and about the next step of the customer. */
function restSentences(product: Product, charge: PlannedCharge, day: (shown: string) => string) {
  const { dueDate, dueDates, deferredAmount } = charge
  const newest = dueDates.at(-1) ?? dueDate
  const later = product.dueAmounts.filter((bill) => isBefore(newest, bill.dueDate))
  const last = later.at(-1)
  return [
    ...(last ? [texts.chargeLater(moneyText(sumOf(later)), day(last.dueDate))] : []),
    deferredAmount === "0.00" ? texts.nothingToDo : texts.notInCharge(moneyText(deferredAmount)),
    ...bankDaySteps(charge, day),
  ]
}

function earliest<Dated extends { day: string }>(all: readonly Dated[]): Dated[] {
  return sorted(all, ({ day }) => sortableDate(day), "ascending")
}
