import { dayInWords, isBefore } from "#contracts/dates.ts"
import { styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { isOnAutoPay } from "#web/products/product/planned.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "./texts.ts"

const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" })
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd" }
/** Each month has these days. */
const lastSureDay = 28

/**
 * The day on which auto pay charges a product with this frequency. `today` is the client's day, and
 * `chargeDate` the day of the next charge, both as MM/DD/YYYY; "" without a known charge.
 */
export function chargeDayText(
  { dueDate, nextBill }: Pick<Product, "dueDate" | "nextBill">,
  frequencyCode: string,
  today: string,
  chargeDate = "",
): string {
  const due = nextBill?.dueDate ?? dueDate
  if (chargeDate === "" || chargeDate === due) return usualDayText(due, frequencyCode, today)
  // Auto pay announces each charge first, which can take it past the due date.
  const usual = usualDayText(due, frequencyCode, due)
  return `${usual} ${texts.nextChargeOn(dayInWords(chargeDate, today))}`
}

function usualDayText(due: string, frequencyCode: string, today: string): string {
  const day = Number(due.slice(3, 5))
  if (frequencyCode === "M" && day > 0 && day <= lastSureDay) {
    return texts.chargesMonthly(`${day}${endings[ordinals.select(day)] ?? "th"}`)
  }
  if (due === "" || !isBefore(today, due)) return texts.chargesOnDueDate
  return texts.chargesNextOn(dayInWords(due, today))
}

/** The fee of auto pay with this frequency; "" without one. */
export function feeText(
  { billingFeeInd, billingFees }: Pick<Product, "billingFeeInd" | "billingFees">,
  frequencyCode: string,
): string {
  const fee = billingFees.find(({ code }) => code === frequencyCode)?.value2 ?? "0.00"
  return billingFeeInd === "Y" && Number(fee) > 0 ? texts.addsFee(moneyText(fee)) : ""
}

/** Whether a product is not on auto pay and can be, perhaps after its past due amount is paid. */
export function canStartAutoPay(product: Product): boolean {
  const style = styleOf(product)
  return !isOnAutoPay(product) && style !== "combinedbill" && style !== "nocosttoyou"
}

/** The fees beside an advertisement of auto pay, for the products that are not on it. */
export function advertFeeText(products: readonly Product[]): string {
  const fees = products
    .filter(canStartAutoPay)
    .map(({ billingFeeInd, billingFees, currentPaymentFrequecyCode }) => {
      const fee = billingFees.find(({ code }) => code === currentPaymentFrequecyCode)?.value2
      return billingFeeInd === "Y" ? Number(fee ?? 0) : 0
    })
  const highest = Math.max(0, ...fees)
  if (highest === 0) return ""
  const amount = moneyText(highest.toFixed(2))
  return fees.every((fee) => fee === highest) ? texts.addsFee(amount) : texts.addsUpTo(amount)
}
