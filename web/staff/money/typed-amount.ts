import type { ReactNode } from "react"
import { centsOf, typedAmount } from "#contracts/money.ts"
import { moneyText } from "#web/ui/text/money-text.ts"
import * as texts from "../texts.ts"

/** Parses a typed amount from 1 cent to `most`, such as "10.50". Otherwise returns the error. */
export function readAmount(
  typed: string,
  most: string,
): { amount: string; error?: undefined } | { amount?: undefined; error: ReactNode } {
  const amount = typedAmount(typed)
  if (amount !== undefined && centsOf(amount) <= centsOf(most)) return { amount }
  const isUnclear = amount === undefined && !/^[$0.]*$/.test(typed.trim())
  return { error: isUnclear ? texts.amountUnclear : texts.amountBetween(moneyText(most)) }
}
