import type { Billing, ComingBill, LedgerEntry, OpenBill } from "../port.ts"

/** A credit, or a write-off of one bill (`billNumber`). Cents. */
export interface OwnCredit {
  creditId: string
  kind: "credit" | "writeOff"
  amount: number
  billNumber: number | null
  on: string
}

/** Open bills less credits that the account system has posted but does not show yet. */
export interface LessCredits {
  /** The bills that are still owed in part. */
  bills: OpenBill[]
  /** The entries of the credits. */
  entries: LedgerEntry[]
  /** Cents by which the credits lower the bills, by due date. */
  cuts: ReadonlyMap<string, number>
  /** Cents of the credits that no open bill uses. */
  rest: number
}

/**
 * The open bills less these credits, which settle the oldest bill first. `entries` were read
 * earlier; the bills may have been read later and already include a credit, which is then not
 * subtracted again.
 */
export function lessCredits(
  openBills: readonly OpenBill[],
  entries: readonly LedgerEntry[],
  credits: readonly OwnCredit[],
): LessCredits {
  const states = openBills.map((bill) => {
    const settled = entries.filter(({ billNumber }) => billNumber === bill.number)
    const { premium, fee, adjustment, credit } = bill
    return {
      bill,
      left: premium + fee + adjustment - credit - owedSumOf(settled, "amount"),
      share: 0,
    }
  })
  const own: LedgerEntry[] = []
  let unused = 0
  for (const { creditId, kind, amount, billNumber, on } of credits) {
    const entry = { kind, lot: creditId, cause: creditId, on, note: "" }
    let rest = amount
    for (const state of states) {
      if (billNumber !== null && billNumber !== state.bill.number) continue
      const part = Math.min(rest, Math.max(0, state.left))
      if (part === 0) continue
      state.left -= part
      state.share += part
      rest -= part
      own.push({ ...entry, billNumber: state.bill.number, amount: part })
    }
    if (kind === "writeOff" || rest === 0) continue
    own.push({ ...entry, billNumber: null, amount: rest })
    unused += rest
  }
  const cuts = new Map<string, number>()
  const bills = states.flatMap(({ bill, left, share }) => {
    const owed = Math.max(0, bill.owed - share, Math.min(bill.owed, left))
    cuts.set(bill.dueDate, (cuts.get(bill.dueDate) ?? 0) + bill.owed - owed)
    return owed > 0 ? [{ ...bill, owed }] : []
  })
  return { bills, entries: own, cuts, rest: unused }
}

/** The billing less credits that reads do not show yet. */
export function billingLess(billing: Billing, { cuts, rest }: LessCredits): Billing {
  const openAmounts = withoutCuts(billing.openAmounts, cuts)
  const cut = owedSumOf(billing.openAmounts, "owed") - owedSumOf(openAmounts, "owed")
  if (cut + rest === 0) return billing
  return {
    ...billing,
    openAmounts,
    dueDate: cut === 0 ? billing.dueDate : (openAmounts[0]?.dueDate ?? null),
    billingCredit: billing.billingCredit + cut + rest,
  }
}

/**
 * The coming bills less credits that reads do not show yet; unissued bills use the part that open
 * ones leave.
 */
export function comingLess(
  bills: readonly ComingBill[],
  { cuts, rest: unused }: LessCredits,
): ComingBill[] {
  const issued = withoutCuts(
    bills.filter(({ isIssued }) => isIssued),
    cuts,
  )
  let rest = unused
  const later = bills.flatMap((bill) => {
    if (bill.isIssued) return []
    const cut = Math.min(rest, bill.owed)
    rest -= cut
    return cut < bill.owed ? [{ ...bill, owed: bill.owed - cut }] : []
  })
  return [...issued, ...later]
}

function withoutCuts<Bill extends { dueDate: string; owed: number }>(
  bills: readonly Bill[],
  cuts: ReadonlyMap<string, number>,
): Bill[] {
  const left = new Map(cuts)
  return bills.flatMap((bill) => {
    const cut = Math.min(bill.owed, left.get(bill.dueDate) ?? 0)
    left.set(bill.dueDate, (left.get(bill.dueDate) ?? 0) - cut)
    return cut < bill.owed ? [{ ...bill, owed: bill.owed - cut }] : []
  })
}

export function owedSumOf<Key extends string>(
  items: readonly Record<Key, number>[],
  key: Key,
): number {
  return items.reduce((sum, item) => sum + item[key], 0)
}
