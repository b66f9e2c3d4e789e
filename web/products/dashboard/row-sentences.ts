import { dayInWords } from "#contracts/dates.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { creditSteps, isPlainCharge, nextStepOf } from "../product/next-step.ts"
import type { Planned } from "../product/planned.ts"
import * as texts from "../texts.ts"

/**
 * Sentences about the next payment of a product that its name, amount and badge do not state.
 * `isSaid`: another part of the screen states it.
 */
export function rowSentences(
  product: Product,
  planned: Planned,
  today: string,
  isSaid: boolean,
): string[] {
  const { paymentStatusDisplayStyle: style, creditLeft, dueDate } = product
  const credit = creditSteps(creditLeft)
  if (isSaid || style === "nocosttoyou") return credit
  if (style === "combinedbill" && dueDate) return [dayInWords(dueDate, today), ...credit]
  const { charge } = planned
  if (style === "autopay" && charge && isPlainCharge(product, charge, today)) {
    return [texts.chargedOn(dayInWords(charge.dueDate, today), charge.paymentMethod), ...credit]
  }
  return nextStepOf(product, planned, today)
}
