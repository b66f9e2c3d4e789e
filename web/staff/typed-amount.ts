import { centsOf } from "#contracts/money.ts"

/**
 * A typed amount, such as "10" or "$10.5", as "10.50"; undefined if it is not between 1 cent and
 * `most`.
 */
export function typedAmount(typed: string, most: string): string | undefined {
  const match = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.replaceAll(",", "").trim())
  if (!match) return undefined
  const decimal = `${Number(match[1])}.${(match[2] ?? "").padEnd(2, "0")}`
  const cents = centsOf(decimal)
  return cents > 0 && cents <= centsOf(most) ? decimal : undefined
}
