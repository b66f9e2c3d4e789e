import { fullDay } from "#contracts/dates.ts"
import { dollarsOf } from "#contracts/money.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import { dateInWords, keptDay, shownDate } from "#platform/text/dates.ts"
import { listed } from "#platform/text/words.ts"
import { instantOf } from "#platform/time.ts"
import type { AnnouncedCharge, ChargeParts, KnownCharges } from "./announced-charges.store.ts"

/** The values of an announced charge for its email. */
export interface NoticedCharge {
  amount: string
  /**
   * `changeBy` is the last day on which the customer can change or skip the
   * charge.
   */
  date: string
  changeBy: string
  /** The sentence about a bank debit on a day when banks are closed; "" on business days. */
  bankDay: string
  /** Sentences that compare it with the last charge; empty if there was none. */
  changes: string[]
  /** The parts of the amount, by name. */
  parts: [name: string, amount: string][]
}

/**
 * `dueDates` are the due dates of the charged bills, in any order. `carried`: cents of earlier
 * bills that were too small. `alreadyPaid`: the part of the credit, in cents, that the customer has
 * paid.
 */
export function noticedChargeOf(
  { amount, chargeOn, parts, alreadyPaid, dueDates, carried }: Noticed,
  { last, agreed }: Pick<KnownCharges, "last" | "agreed">,
  timeZone: string,
): NoticedCharge {
  return {
    amount: dollarsOf(amount),
    date: dateInWords(chargeOn),
    changeBy: dateInWords(Temporal.PlainDate.from(chargeOn).subtract({ days: 1 }).toString()),
    bankDay: bankDayText(shownDate(chargeOn), fullDay),
    changes: [
      ...comparison(amount, last, agreed, timeZone),
      ...reasons(parts, last?.parts ?? null),
      ...unpaid(dueDates, carried),
    ],
    parts: parts ? shownParts(parts, alreadyPaid) : [],
  }
}

type Noticed = Pick<AnnouncedCharge, "amount" | "chargeOn" | "parts"> & {
  dueDates: readonly string[]
  carried: number
  alreadyPaid: number
}

function comparison(
  amount: number,
  last: KnownCharges["last"],
  agreed: KnownCharges["agreed"],
  timeZone: string,
): string[] {
  if (last) {
    const day = keptDay(instantOf(last.at), timeZone)
    const before = `your last Auto Pay charge, ${dollarsOf(last.amount)} on ${day}`
    return [compared(amount - last.amount, before)]
  }
  if (agreed === null) return []
  return [compared(amount - agreed.amount, `the ${dollarsOf(agreed.amount)} that you authorized`)]
}

function compared(difference: number, before: string): string {
  if (difference === 0) return `The amount is the same as ${before}.`
  const more = difference > 0 ? "more" : "less"
  return `This is ${dollarsOf(Math.abs(difference))} ${more} than ${before}.`
}

const names: Record<keyof ChargeParts, string> = {
  premium: "Premium",
  fee: "Billing fee",
  adjustment: "Adjustment",
  credit: "Credit",
}
const kinds = Object.keys(names) as (keyof ChargeParts)[]

function reasons(parts: ChargeParts | null, before: ChargeParts | null): string[] {
  if (!parts || !before) return []
  const changed = kinds.filter((kind) => parts[kind] !== before[kind])
  return changed.map((kind) => reason(names[kind], parts[kind], before[kind]))
}

/** An amount of $0.00 is omitted: it would look like a part of the bill. */
function reason(name: string, now: number, before: number): string {
  if (before === 0) return `${name}: ${dollarsOf(now)}, which is new.`
  if (now === 0) return `No ${name.toLowerCase()} this time; it was ${dollarsOf(before)}.`
  return `${name}: ${dollarsOf(now)} instead of ${dollarsOf(before)}.`
}

function unpaid(dueDates: readonly string[], carried: number): string[] {
  const earlier = dueDates.toSorted().slice(0, -1)
  if (earlier.length === 0) return []
  const days = listed(earlier.map(dateInWords))
  const bills = earlier.length === 1 ? "the bill" : "the bills"
  if (carried === 0) return [`It includes what is still owed on ${bills} due on ${days}.`]
  const owed = dollarsOf(carried)
  return [`It includes ${owed} of ${bills} due on ${days}, which is too little to charge alone.`]
}

function shownParts(parts: ChargeParts, alreadyPaid: number): [string, string][] {
  const lines: [string, number][] = [
    [names.premium, parts.premium],
    [names.fee, parts.fee],
    [names.adjustment, parts.adjustment],
    ["Billing credit", alreadyPaid - parts.credit],
    ["Already paid", -alreadyPaid],
  ]
  return lines.filter(([, cents]) => cents !== 0).map(([name, cents]) => [name, dollarsOf(cents)])
}
