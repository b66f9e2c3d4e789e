import { dayInWords, isBefore } from "#contracts/dates.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"
import { billsOf, sumOf } from "./amount-of-badge.ts"
import { endOfCoverage, type Planned } from "./planned.ts"

type Bill = Product["dueAmounts"][number]

/**
 * Sentences about the next event of a product. `today` is the client's day; "" if it is unknown.
 * Coverage is stated only if the account system supplies it.
 */
export function nextStepOf(product: Product, planned: Planned, today: string): string[] {
  return [...stepsOf(product, planned, today), ...creditSteps(product.creditLeft)]
}

export function creditSteps(creditLeft: string): string[] {
  return creditLeft === "0.00" ? [] : [texts.creditLeft(moneyText(creditLeft))]
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
  return owedSteps(product, planned, today)
}

/** The last covered day; "" if a sentence of `nextStepOf` already states it. */
export function unsaidCoverage(product: Product, planned: Planned): string {
  const { charge } = planned
  const coveredUntil = endOfCoverage(planned)
  const style = product.paymentStatusDisplayStyle
  const isSaid = style === "autopay" && isCharged(product) && isCoveredBy(coveredUntil, charge)
  return style === "pastdue" || isSaid ? "" : coveredUntil
}

export function isCharged({ autoPayNotice }: Product): boolean {
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
      ...bankDaySteps(charge, day),
      ...(deferredAmount === "0.00" ? [] : [texts.notInCharge(moneyText(deferredAmount))]),
      ...(last ? [texts.chargesLater(moneyText(sumOf(later)), day(last.dueDate))] : []),
      ...(isCoveredBy(coveredUntil, charge) ? [`${texts.covered(day(coveredUntil))}.`] : []),
    ]
  }
  // Only a known charge promises an auto pay payment.
  if (nextBill) return [nextBillStep(nextBill, day)]
  return dueDate ? [texts.isDue(moneyText(amountDue), day(dueDate))] : []
}

/** Whether an amount and a day state everything about a charge. */
export function isPlainCharge(product: Product, charge: PlannedCharge, today: string): boolean {
  const day = (shown: string) => dayInWords(shown, today)
  const style = product.paymentStatusDisplayStyle
  if (style !== "autopay") return bankDaySteps(charge, day).length === 0
  return isCharged(product) && chargeSteps(product, { charge }, day).length === 1
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

export function bankDaySteps(
  { isBankDebit, dueDate }: PlannedCharge,
  day: (shown: string) => string,
) {
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

/**
 * Sentences about a payment due. Its amount stands beside them. `coverage`: the ones that belong
 * under a coverage bar; empty if the account system does not state a date.
 */
export function owedStepsOf(product: Product, planned: Planned, today: string) {
  const day = (shown: string) => dayInWords(shown, today)
  const { isAutoPaySkipped, creditLeft } = product
  const { late, rest } = billsOf(product)
  return {
    coverage: coverageSteps(product, planned, today),
    others: [
      ...(isAutoPaySkipped === "Y" ? [texts.skipped] : []),
      ...(endOfCoverage(planned) === "" ? undatedSteps(product, day) : []),
      ...restSteps(rest, late.length > 0, day),
      ...creditSteps(creditLeft),
    ],
    charge: ownChargeSteps(product, planned, day),
  }
}

function owedSteps(product: Product, planned: Planned, today: string): string[] {
  const day = (shown: string) => dayInWords(shown, today)
  const { late, rest } = billsOf(product)
  const end = endOfCoverage(planned)
  const isCovered = end !== "" && !isBefore(end, today)
  const covered = isCovered
    ? [canPay(product) ? texts.payToStayCovered(day(end)) : `${texts.covered(day(end))}.`]
    : coverageSteps(product, planned, today)
  return [
    ...(product.isAutoPaySkipped === "Y" ? [texts.skipped] : []),
    ...(end === "" ? undatedSteps(product, day) : dueSince(late, day)),
    ...(late.length > 0 ? covered : []),
    ...restSteps(rest, late.length > 0, day),
    ...ownChargeSteps(product, planned, day),
  ]
}

/** Sentences about the end of coverage; empty if the account system does not state it. */
export function coverageSteps(product: Product, planned: Planned, today: string): string[] {
  const end = endOfCoverage(planned)
  if (end === "") return []
  const isLate = billsOf(product).late.length > 0
  const sentence = coverageSentence(end, today)
  if (isBefore(end, today)) return [sentence, ...(isLate ? [texts.payOrCall] : [])]
  return [sentence, ...(isLate && canPay(product) ? [texts.payByThen] : [])]
}

/** The day on which coverage ends or ended. Both dates are MM/DD/YYYY. */
export function coverageSentence(end: string, today: string): string {
  const day = dayInWords(end, today)
  return isBefore(end, today) ? texts.wasCovered(day) : `${texts.covered(day)}.`
}

function canPay(product: Product): boolean {
  return payNowOf(product).disable === "N"
}

/** Sentences about past due bills without a known coverage. */
function undatedSteps(product: Product, day: (shown: string) => string): string[] {
  const { late } = billsOf(product)
  return [...dueSince(late, day), ...(late.length > 0 && canPay(product) ? [texts.payNow] : [])]
}

function dueSince(late: readonly Bill[], day: (shown: string) => string): string[] {
  const [oldest] = late
  if (!oldest) return []
  const since = day(oldest.dueDate)
  return [late.length > 1 ? texts.lateSince(since) : texts.wasDue(since)]
}

/** Sentences about the charge of auto pay for bills that the customer does not pay. */
function ownChargeSteps(
  product: Product,
  { charge }: Planned,
  day: (shown: string) => string,
): string[] {
  if (!charge) return []
  const { paymentMethod, paymentAmount, dueDate } = charge
  if (billsOf(product).byAutoPay.length > 0) {
    const amount = moneyText(paymentAmount)
    return [texts.willCharge(paymentMethod, amount, day(dueDate)), ...bankDaySteps(charge, day)]
  }
  return product.isAutoPaySkipped === "Y" ? [texts.continues(day(dueDate))] : []
}

/** Sentences about the bills that are not past due: the next one, and the sum of later ones. */
function restSteps(rest: readonly Bill[], isMore: boolean, day: (shown: string) => string) {
  const [next, ...later] = rest
  if (!next) return []
  const by = day(next.dueDate)
  const steps = [isMore ? texts.moreBy(moneyText(next.amount), by) : texts.payBy(by)]
  const last = later.at(-1)
  if (last) steps.push(texts.moreBy(moneyText(sumOf(later)), day(last.dueDate)))
  return steps
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
