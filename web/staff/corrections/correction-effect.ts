import type { ReactElement } from "react"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { BilledProduct } from "#contracts/staff/money.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import { words } from "#web/ui/text/translate.ts"
import * as texts from "./texts.ts"

/** A write-off of a bill, or a credit for a product. */
export interface ChosenCorrection {
  product: BilledProduct
  bill: BilledProduct["bills"][number] | null
}

/** Sentences about the effect of a correction. `amount` is a decimal string. */
export function effectOf({ product, bill }: ChosenCorrection, amount: string): ReactElement[] {
  const { owed, productDesc, policyNumber } = product
  const name = texts.productOf(productDesc, policyNumber)
  const left = centsOf(owed) - centsOf(amount)
  const owesAfter = texts.owesAfter(moneyText(owed), moneyText(decimalOf(Math.max(0, left))))
  const shown = moneyText(amount)
  if (bill) {
    return [texts.writeOffEffect(shown, bill.dueDate, name), owesAfter, words(texts.autoPayFollows)]
  }
  return [
    texts.creditEffect(shown, name),
    ...(centsOf(owed) > 0 ? [owesAfter] : []),
    ...(left < 0 ? [restText(owed, moneyText(decimalOf(-left)))] : []),
    words(texts.autoPayFollows),
  ]
}

function restText(owed: string, rest: string): ReactElement {
  return centsOf(owed) > 0 ? texts.restForNextBill(rest) : texts.allForNextBill(rest)
}
