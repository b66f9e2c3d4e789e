import type { PaymentMethodRow } from "./payment-methods.store.ts"

type Expiring = Pick<PaymentMethodRow, "kind" | "expirationDate">

/** The last day on which a card can be charged; undefined for bank accounts. */
export function lastDayOf({ kind, expirationDate }: Expiring): Temporal.PlainDate | undefined {
  const [month, year] = expirationDate.split("/").map(Number)
  if (kind !== "card" || month === undefined || year === undefined) return undefined
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.with({ day: first.daysInMonth })
}

/** A card is good through the last day of its expiration month. */
export function isExpired(method: Expiring, today: Temporal.PlainDate): boolean {
  const lastDay = lastDayOf(method)
  return lastDay !== undefined && Temporal.PlainDate.compare(lastDay, today) < 0
}
