import { dayInWords, isBefore } from "#contracts/dates.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import { endOfCoverage, type Planned } from "./planned.ts"

type Bill = Product["dueAmounts"][number]

/**
 * Sentences about the next event of a product. `today` is the client's day; "" if it is unknown.
 * Coverage is stated only if the account system supplies it.
 */
export function nextStepOf(product: Product, planned: Planned, today: string): string[] {
  const { creditLeft } = product
  const left = creditLeft === "0.00" ? [] : [texts.creditLeft(moneyText(creditLeft))]
  return [...stepsOf(product, planned, today), ...left]
}

function stepsOf(product: Product, planned: Planned, today: string): string[] {
  const { paymentStatusDisplayStyle: style, nextBill, dueAmounts, dueDate } = product
  const day = (shown: string) => dayInWords(shown, today)
  switch (style) {
    case "nocosttoyou":
      return [texts.paidForYou]
    case "combinedbill":
      return [dueDate ? texts.onCombinedBillOf(day(dueDate)) : texts.onCombinedBill]
    case "autopay":
      return chargeSteps(product, planned, day)
    case "carried":
      return carriedSteps(product, planned, day)
  }
  if (nextBill) return [nextBillStep(nextBill, day)]
  if (dueAmounts.length === 0) return [texts.paid]
  return owedSteps(product, planned, today, day)
}

/** The last covered day; "" if a sentence of `nextStepOf` already states it. */
export function unsaidCoverage(product: Product, planned: Planned): string {
  const { charge } = planned
  const coveredUntil = endOfCoverage(planned)
  const style = product.paymentStatusDisplayStyle
  const isSaid = style === "autopay" && isCharged(product) && isCoveredBy(coveredUntil, charge)
  return style === "pastdue" || isSaid ? "" : coveredUntil
}

function isCharged({ autoPayNotice }: Product): boolean {
  return autoPayNotice?.state !== "expired"
}

/** Whether coverage lasts until the charge. */
function isCoveredBy(coveredUntil: string, charge: Planned["charge"]): boolean {
  return Boolean(coveredUntil && charge && !isBefore(coveredUntil, charge.dueDate))
}

function chargeSteps(product: Product, planned: Planned, day: (shown: string) => string) {
  const { charge } = planned
  const coveredUntil = endOfCoverage(planned)
  const { nextBill, dueDate, amountDue, dueAmounts } = product
  if (charge && isCharged(product)) {
    const isOther = chargeDayOf(product, charge)?.isOfThisBill === false
    const { paymentMethod, paymentAmount, deferredAmount, dueDate: on } = charge
    const newest = charge.dueDates.at(-1) ?? on
    const later = dueAmounts.filter((bill) => !isOther && isBefore(newest, bill.dueDate))
    const last = later.at(-1)
    return [
      ...(isOther && dueDate ? [texts.notCharged(day(dueDate))] : []),
      texts.willCharge(paymentMethod, moneyText(paymentAmount), day(on)),
      ...bankDay(charge, day),
      ...(deferredAmount === "0.00" ? [] : [texts.notInCharge(moneyText(deferredAmount))]),
      ...(last ? [texts.chargesLater(sumOf(later), day(last.dueDate))] : []),
      ...(isCoveredBy(coveredUntil, charge) ? [texts.covered(day(coveredUntil))] : []),
    ]
  }
  // Only a known charge promises an auto pay payment.
  if (nextBill) return [nextBillStep(nextBill, day)]
  return dueDate ? [texts.isDue(moneyText(amountDue), day(dueDate))] : []
}

/** Sentences about the amount carried over, which auto pay announces with its next charge. */
function carriedSteps(
  product: Product,
  planned: Planned,
  day: (shown: string) => string,
): string[] {
  const carried = texts.carried(moneyText(product.amountDue))
  return planned.charge ? [carried, ...chargeSteps(product, planned, day)] : [carried]
}

function bankDay({ isBankDebit, dueDate }: PlannedCharge, day: (shown: string) => string) {
  const sentence = isBankDebit === "Y" ? bankDayText(dueDate, day) : ""
  return sentence ? [sentence] : []
}

function nextBillStep(
  { dueDate, amount }: NonNullable<Product["nextBill"]>,
  day: (shown: string) => string,
) {
  if (amount === "0.00") return texts.creditPays(day(dueDate))
  return texts.paidUntilNextBill(day(dueDate), amount && moneyText(amount))
}

function owedSteps(
  product: Product,
  planned: Planned,
  today: string,
  day: (shown: string) => string,
): string[] {
  const { charge } = planned
  const coveredUntil = endOfCoverage(planned)
  const { dueAmounts, isAutoPaySkipped } = product
  const late = dueAmounts.filter(({ isPastDue }) => isPastDue === "Y")
  const byAutoPay = dueAmounts.filter(({ isByAutoPay }) => isByAutoPay === "Y")
  const rest = dueAmounts.filter((bill) => bill.isPastDue === "N" && !byAutoPay.includes(bill))
  const canPay = payNowOf(product).disable === "N"
  const [oldest] = late
  const steps: string[] = []
  if (isAutoPaySkipped === "Y") steps.push(texts.skipped)
  if (oldest) {
    const sum = sumOf(late)
    steps.push(
      late.length > 1
        ? texts.lateSince(sum, day(oldest.dueDate))
        : texts.wasDue(sum, day(oldest.dueDate)),
    )
    if (coveredUntil && !isBefore(coveredUntil, today)) {
      steps.push(texts.covered(day(coveredUntil)), ...(canPay ? [texts.payByThen(sum)] : []))
    } else if (coveredUntil) {
      steps.push(texts.wasCovered(day(coveredUntil)), texts.payOrCall)
    } else if (canPay) steps.push(texts.payNow)
  }
  steps.push(...restSteps(rest, oldest !== undefined, day))
  if (charge && byAutoPay.length > 0) {
    const { paymentMethod, paymentAmount, dueDate } = charge
    steps.push(
      texts.willCharge(paymentMethod, moneyText(paymentAmount), day(dueDate)),
      ...bankDay(charge, day),
    )
  } else if (isAutoPaySkipped === "Y" && charge) steps.push(texts.continues(day(charge.dueDate)))
  return steps
}

/**
 * Sentences about the bills that are not past due: the date of the next one, and the number of
 * later ones.
 */
function restSteps(rest: readonly Bill[], isMore: boolean, day: (shown: string) => string) {
  const [next, ...later] = rest
  if (!next) return []
  const sentence = isMore ? texts.moreBy : texts.payBy
  const steps = [sentence(sumOf([next]), day(next.dueDate))]
  const last = later.at(-1)
  if (last) steps.push(texts.moreBy(sumOf(later), day(last.dueDate)))
  return steps
}

function sumOf(bills: readonly Bill[]): string {
  return moneyText(decimalOf(bills.reduce((sum, { amount }) => sum + centsOf(amount), 0)))
}

type DueProduct = Pick<Product, "amountDue" | "dueDate" | "nextBill">

interface ChargeDay {
  /** The day of the charge, as MM/DD/YYYY. */
  day: string
  /**
   * False for a bill that auto pay does not charge, such as a skipped one. Then `day` belongs to a
   * later bill.
   */
  isOfThisBill: boolean
  /** The charged amount, if it differs from the displayed amount due. */
  amount: string | null
}

/**
 * The day on which auto pay charges a product, for a screen with amount and due date. Null if that
 * is the due date, or if no charge is known.
 */
export function chargeDayOf(
  { amountDue, dueDate, nextBill }: DueProduct,
  charge: Pick<PlannedCharge, "dueDate" | "dueDates" | "paymentAmount"> | undefined,
): ChargeDay | null {
  const shownDay = nextBill?.dueDate ?? dueDate
  if (!charge || charge.dueDate === shownDay) return null
  const isOfThisBill = charge.dueDates.includes(shownDay)
  const isSameAmount = charge.paymentAmount === (nextBill?.amount || amountDue)
  const amount = isOfThisBill && !isSameAmount ? charge.paymentAmount : null
  return { day: charge.dueDate, isOfThisBill, amount }
}
