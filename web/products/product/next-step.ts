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
      ...(isCoveredBy(coveredUntil, charge) ? [coveredSentence(planned, day)] : []),
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
 * Sentences about a payment due. Its amount and badge stand beside them. `coverage`: the ones that
 * belong under a coverage bar, with the day to pay first; empty if the account system does not
 * state a date. `isSettled`: there is nothing to pay by hand, because auto pay pays what is past
 * due before coverage ends.
 */
export function owedStepsOf(product: Product, planned: Planned, today: string) {
  const day = (shown: string) => dayInWords(shown, today)
  const { isAutoPaySkipped, creditLeft } = product
  const isDated = endOfCoverage(planned) !== ""
  const [next, later] = restSteps(product, today)
  const isLate = billsOf(product).late.length > 0
  const isFirst = isDated && !isLate
  const settled = settledSteps(product, planned, day)
  if (settled.length > 0) {
    const others = [...settled, ...next, ...later, ...creditSteps(creditLeft)]
    const coverage = [coveredSentence(planned, day)]
    return { isSettled: true, coverage, others, charge: [] }
  }
  return {
    isSettled: false,
    coverage: [...(isFirst ? next : []), ...coverageSteps(product, planned, today)],
    others: [
      ...(isAutoPaySkipped === "Y" ? [texts.skipped] : []),
      ...(isDated ? [] : undatedSteps(product, day)),
      ...(isFirst ? [] : next),
      ...later,
      ...creditSteps(creditLeft),
    ],
    charge: ownChargeSteps(product, planned, day),
  }
}

function owedSteps(product: Product, planned: Planned, today: string): string[] {
  const day = (shown: string) => dayInWords(shown, today)
  const { late } = billsOf(product)
  const isDated = endOfCoverage(planned) !== ""
  const settled = settledSteps(product, planned, day)
  if (settled.length > 0) {
    return [
      ...dueSince(late, day),
      texts.autoPayPaysThis(day(planned.charge?.dueDate ?? "")),
      ...settled,
      coveredSentence(planned, day),
      ...unstatedRest(product, today),
    ]
  }
  return [
    ...(product.isAutoPaySkipped === "Y" ? [texts.skipped] : []),
    ...(isDated ? dueSince(late, day) : undatedSteps(product, day)),
    ...(late.length > 0 ? coverageSteps(product, planned, today) : []),
    ...unstatedRest(product, today),
    ...ownChargeSteps(product, planned, day),
  ]
}

/** Sentences about the end of coverage; empty if the account system does not state it. */
export function coverageSteps(product: Product, planned: Planned, today: string): string[] {
  const end = endOfCoverage(planned)
  if (end === "") return []
  const isLate = billsOf(product).late.length > 0
  const sentence = coverageSentence(planned, today, product.dueAmounts.length === 0)
  if (isBefore(end, today)) return [sentence, ...(isLate ? [texts.payOrCall] : [])]
  return [isLate && canPay(product) ? texts.payToStayCovered(byWhen(end, today)) : sentence]
}

/**
 * The day on which coverage ends or ended. `today` is MM/DD/YYYY. If nothing is owed and no grace
 * period is stated (`isPaidUp`), the day is the one that the payments cover.
 */
export function coverageSentence(planned: Planned, today: string, isPaidUp: boolean): string {
  const day = (shown: string) => dayInWords(shown, today)
  const end = endOfCoverage(planned)
  if (isBefore(end, today)) return texts.wasCovered(day(end))
  if (isPaidUp && !planned.graceUntil) return texts.paidThroughDay(day(end))
  return coveredSentence(planned, day)
}

/** Names the grace period, because its end is after the day to pay. */
function coveredSentence(planned: Planned, day: (shown: string) => string): string {
  const covered = texts.covered(day(endOfCoverage(planned)))
  return `${[covered, planned.graceUntil && texts.withGrace].filter(Boolean).join(" ")}.`
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

/**
 * Sentences that follow the amount and the day of a charge of auto pay that pays all past due bills,
 * and nothing else, before coverage ends. Empty without such a charge, and if the account system
 * does not state that end.
 */
function settledSteps(
  product: Product,
  planned: Planned,
  day: (shown: string) => string,
): string[] {
  const { charge } = planned
  if (!charge || !isPaidByAutoPay(product, planned)) return []
  return [texts.from(charge.paymentMethod), texts.nothingToDo, ...bankDaySteps(charge, day)].filter(
    Boolean,
  )
}

/** Whether a charge of auto pay pays everything that is past due before coverage ends. */
export function isPaidByAutoPay(product: Product, planned: Planned): boolean {
  const { charge } = planned
  const { autoPayNotice, isAutoPaySkipped } = product
  return (
    charge !== undefined &&
    // The other notices ask the customer for something, or wait for a payment.
    (autoPayNotice === null || autoPayNotice.state === "announced") &&
    isAutoPaySkipped === "N" &&
    paysAllLate(product, charge) &&
    isCoveredBy(endOfCoverage(planned), charge)
  )
}

/** Whether the charge is for all past due bills and for nothing else. */
function paysAllLate(product: Product, { dueDates, paymentAmount }: PlannedCharge): boolean {
  const { late } = billsOf(product)
  return (
    late.length > 0 &&
    late.every(({ dueDate }) => dueDates.includes(dueDate)) &&
    sumOf(late) === paymentAmount
  )
}

/**
 * Sentences about the charge of auto pay for past due bills, and for bills that the customer does
 * not pay.
 */
function ownChargeSteps(
  product: Product,
  { charge }: Planned,
  day: (shown: string) => string,
): string[] {
  if (!charge) return []
  const { paymentMethod, paymentAmount, dueDate } = charge
  const { late, byAutoPay } = billsOf(product)
  const paid = late.filter((bill) => charge.dueDates.includes(bill.dueDate))
  // The notice about a failed charge states the next one.
  if (paid.length > 0 && product.autoPayNotice?.state === "failed") return []
  if (paysAllLate(product, charge)) {
    return [texts.chargedUnlessPaid(paymentMethod, day(dueDate)), ...bankDaySteps(charge, day)]
  }
  if (paid.length > 0 || byAutoPay.length > 0) {
    const amount = moneyText(paymentAmount)
    return [texts.willCharge(paymentMethod, amount, day(dueDate)), ...bankDaySteps(charge, day)]
  }
  return product.isAutoPaySkipped === "Y" ? [texts.continues(day(dueDate))] : []
}

/** Sentences about the bills that are not past due: the next one, and the sum of later ones. */
function restSteps(product: Product, today: string): [string[], string[]] {
  const day = (shown: string) => dayInWords(shown, today)
  const { late, rest } = billsOf(product)
  const [next, ...later] = rest
  if (!next) return [[], []]
  const isLate = late.length > 0
  const first = isLate
    ? texts.nextBillDue(moneyText(next.amount), day(next.dueDate))
    : texts.payWhen(byWhen(next.dueDate, today))
  return [[first], laterSteps(later, isLate, day)]
}

/** The same without the day that a badge such as "Due Wed, Apr 15" states. */
function unstatedRest(product: Product, today: string): string[] {
  const [next, later] = restSteps(product, today)
  return [...(isDayInBadge(product) ? [] : next), ...later]
}

/** "today", or "by" a later day. Both are MM/DD/YYYY. */
export function byWhen(shown: string, today: string): string {
  return shown === today ? texts.today : texts.by(dayInWords(shown, today))
}

/** `isAfterNext`: whether the sentence before it states the next bill. */
function laterSteps(
  later: readonly Bill[],
  isAfterNext: boolean,
  day: (shown: string) => string,
): string[] {
  const last = later.at(-1)
  if (!last) return []
  const one = isAfterNext ? texts.thenDue : texts.nextBillDue
  const several = isAfterNext ? texts.thenDueBy : texts.nextBillsDue
  const sentence = later.length > 1 ? several : one
  return [sentence(moneyText(sumOf(later)), day(last.dueDate))]
}

/** Whether the product's badge contains the day of its next bill. */
function isDayInBadge({ paymentStatusDisplayStyle: style, nextBill, dueAmounts }: Product) {
  return style === "" && nextBill === null && dueAmounts.length > 0
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
