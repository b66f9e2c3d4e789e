import { statedFacts } from "#ports/policy-admin/bill-fields.ts"
import { dayAfter } from "#ports/policy-admin/embedded/ledger/periods.ts"
import type { Balance } from "#ports/policy-admin/embedded/refresh/records.ts"
import { dollars } from "#ports/policy-admin/embedded/refresh/records.ts"
import { isBilledOn, monthsIn } from "#ports/policy-admin/port.ts"
import { mostPayable } from "#services/brands/loading/plausible.ts"

/**
 * The balance of a product in which each row is one open bill; a single row stays unchanged.
 * Returns a text if the rows together have a problem.
 */
export function balanceOfRows(rows: readonly Balance[]): Balance | string {
  const [only] = rows
  if (only && rows.length === 1) return only
  const bills = rows.toSorted((one, other) => (datedOf(one) < datedOf(other) ? -1 : 1))
  const newest = bills.at(-1)
  if (!newest) return "has no row"
  const earlierBills = bills.slice(0, -1).map(({ dueDate, amountDue, ...row }) => ({
    dueDate: dueDate ?? "",
    amountDue,
    ...statedFacts(row),
  }))
  if (bills.some(({ dueDate }) => dueDate === null)) return "dueDate is missing in one of the rows"
  if (new Set(bills.map(({ dueDate }) => dueDate)).size < bills.length) {
    return "two rows have the same dueDate"
  }
  if (bills.some(({ amountDue }) => amountDue === 0)) {
    return "amountDue must be above 0.00 in each of several rows"
  }
  if (bills.some(({ pastDueAmount }) => pastDueAmount > 0)) {
    return "pastDueAmount stands for an earlier bill: give that bill a row with its own amountDue"
  }
  if (bills.reduce((sum, { amountDue }) => sum + amountDue, 0) > mostPayable) {
    return "the rows together must be at most 999999.99"
  }
  const merged = {
    amountPaid: sameOf(bills.map((row) => row.amountPaid || undefined)),
    paidThrough: sameOf(bills.map((row) => row.paidThrough ?? undefined)),
    billingDay: sameOf(bills.map((row) => row.billingDay)),
    billedThrough: sameOf(bills.map((row) => row.billedThrough)),
    adjustment: onlyOf(bills.map((row) => row.adjustment || undefined)),
    billingCredit: onlyOf(bills.map((row) => row.billingCredit || undefined)),
  }
  for (const [field, value] of Object.entries(merged)) {
    if (value === "several") return `${field} differs between the rows, or stands in several`
  }
  const { amountPaid, paidThrough, billingDay, billedThrough, adjustment, billingCredit } =
    merged as { [Field in keyof typeof merged]: Exclude<(typeof merged)[Field], "several"> }
  const balance = {
    ...newest,
    earlierBills,
    amountPaid: amountPaid ?? 0,
    paidThrough: paidThrough ?? null,
    adjustment: adjustment ?? 0,
    billingCredit: billingCredit ?? 0,
    ...(billingDay !== undefined && { billingDay }),
    ...(billedThrough !== undefined && { billedThrough }),
  }
  const [problem] = contradictions(balance)
  return problem ? `${problem.field} ${problem.message}` : balance
}

/**
 * The dates of a balance that contradict each other. `dueDate` is the due date of its newest bill.
 */
export function contradictions({
  dueDate,
  billingDay,
  billedThrough,
  amountDue,
  pastDueAmount,
}: Pick<Balance, "dueDate" | "billingDay" | "billedThrough" | "amountDue" | "pastDueAmount">): {
  field: "dueDate" | "billedThrough"
  message: string
}[] {
  if (dueDate === null) return []
  const found: ReturnType<typeof contradictions> = []
  if (billingDay !== undefined && !isBilledOn(dueDate, billingDay)) {
    found.push({
      field: "dueDate",
      message: `must be on billingDay ${billingDay}, and is ${dueDate}`,
    })
  }
  if (billedThrough === undefined) return found
  const next = dayAfter(billedThrough)
  if (amountDue + pastDueAmount === 0) {
    if (dueDate === next) return found
    return [...found, { field: "dueDate", message: `must be ${next}, the day after billedThrough` }]
  }
  const dayOf = (date: string) => Temporal.PlainDate.from(date).day
  // Without a billing day, one of the two dates may be the last day of a short month.
  const isStart = billingDay
    ? isBilledOn(next, billingDay)
    : isBilledOn(next, dayOf(dueDate)) || isBilledOn(dueDate, dayOf(next))
  if (dueDate > billedThrough) {
    found.push({ field: "billedThrough", message: "must not be before dueDate, which has a bill" })
  } else if (!isStart) {
    const day = billingDay ?? dayOf(dueDate)
    const message = `must be the day before a bill is due, and ${next} is not on billing day ${day}`
    found.push({ field: "billedThrough", message })
  }
  return found
}

function datedOf({ dueDate }: Balance): string {
  return dueDate ?? ""
}

type Several<Value> = Value | undefined | "several"

/** The one value of the rows, in one of them or in each. */
function sameOf<Value>(values: readonly (Value | undefined)[]): Several<Value> {
  const stated = [...new Set(values.filter((value) => value !== undefined))]
  return stated.length > 1 ? "several" : stated[0]
}

/** The value of the only row with one, because a sum in two rows might be meant twice. */
function onlyOf<Value>(values: readonly (Value | undefined)[]): Several<Value> {
  const stated = values.filter((value) => value !== undefined)
  return stated.length > 1 ? "several" : stated[0]
}

/**
 * The billing of a product, limited to the facts that a balance must match. Cents; `price` is for
 * one period.
 */
export interface BilledTerms {
  isBilled: boolean
  hasEnded: boolean
  frequencyCode: string
  price: number
}

type Status = Record<"policyStatus", string> & { active: boolean }

/** Account systems leave `active` true for a product that is over according to its status. */
export function hasEnded({ active, policyStatus }: Status): boolean {
  return !active || /\b(lapsed|cancell?ed|terminated|expired|ended|inactive)\b/i.test(policyStatus)
}

export function termsOf(
  status: Status,
  billing: {
    kind: string
    frequencyCode: string
    frequencies: readonly { code: string; amount: number; fee: number }[]
    hasBillingFee: boolean
  },
): BilledTerms {
  const { kind, frequencyCode, frequencies, hasBillingFee } = billing
  const found = frequencies.find(({ code }) => code === frequencyCode)
  const price = (found?.amount ?? 0) + (hasBillingFee ? (found?.fee ?? 0) : 0)
  const isBilled = status.active && kind === "direct"
  return { isBilled, hasEnded: hasEnded(status), frequencyCode, price }
}

/** The most periods since the due date of a balance that does not state its last day billed. */
const mostUnbilled = 2

/** The most days, beyond one period, by which a bill may precede its period. */
const mostDaysAhead = 62

/**
 * The problem of an ambiguous balance: sums of more than one period, a due date after which several
 * periods passed, or one so far ahead that no bill can be open for it. A balance that lists its
 * bills, or states the last day billed, is clear.
 */
export function ambiguity(
  { dueDate, amountDue, pastDueAmount, earlierBills, billedThrough }: Balance,
  { isBilled, frequencyCode, price }: BilledTerms,
  today: string,
): string | undefined {
  if (dueDate === null) return undefined
  const period = dollars(price)
  const cure = "write one row for each open bill, with its own dueDate and amountDue"
  if (pastDueAmount > price) {
    return `pastDueAmount ${dollars(pastDueAmount)} is more than one period of ${period}: ${cure}`
  }
  if (pastDueAmount > 0 && dueDate >= today) {
    return `dueDate ${dueDate} must be that of the amount that is past due: ${cure}`
  }
  const months = monthsIn(frequencyCode)
  if (months !== undefined && amountDue > 0) {
    const last = Temporal.PlainDate.from(today).add({ months }).add({ days: mostDaysAhead })
    if (dueDate > last.toString()) {
      return `dueDate ${dueDate} is more than one period ahead, so nothing can be open for it: it must be at most ${last}`
    }
  }
  if (billedThrough !== undefined) return undefined
  if (!earlierBills && amountDue > price && dueDate < today) {
    return `amountDue ${dollars(amountDue)} is more than one period of ${period}: ${cure}, or add billedThrough`
  }
  if (!isBilled || months === undefined) return undefined
  const stated = pastDueAmount > 0 ? 2 : amountDue > 0 ? 1 : 0
  const firstUnbilled = Temporal.PlainDate.from(dueDate).add({ months: months * stated })
  const mostBack = firstUnbilled.add({ months: months * mostUnbilled })
  if (Temporal.PlainDate.compare(mostBack, today) >= 0) return undefined
  return `dueDate ${dueDate} leaves more than ${mostUnbilled} periods without a bill: add billedThrough, the last day that has been billed, or ${cure}`
}
