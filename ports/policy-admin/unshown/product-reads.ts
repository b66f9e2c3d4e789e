import type {
  AutoPayDue,
  Billing,
  ChangeQuestion,
  ChargeAfter,
  ChargeQuestion,
  ComingBill,
  LedgerEntry,
  NextCharge,
  OpenBill,
  Policy,
  PolicyAdmin,
} from "../port.ts"
import {
  billingLess,
  comingLess,
  type LessCredits,
  lessCredits,
  nextChargeOf,
} from "./own-bills.ts"
import { isSameChoice, laterBilling, laterMethod, ofKind } from "./own-values.ts"
import type { UnshownChange } from "./unshown-changes.store.ts"

type Changes = readonly UnshownChange[]
type Key = readonly [client: string, accountNumber: string, policyNumber: string]

interface ReadOptions {
  /** The account system. */
  inner: PolicyAdmin
  /** Ends changes that a read has shown. */
  end: (shown: Changes) => Promise<void>
  /** The client's business day. */
  todayOf: (client: string) => Promise<Temporal.PlainDate>
}

/**
 * What counts of a product after a read, given our changes that no read has shown: the functions of the port, each
 * with the changes of the account and what was read. Without a change of the product they ask nothing more.
 */
export function createProductReads({ inner, end, todayOf }: ReadOptions) {
  async function productsWith(
    [client, accountNumber]: readonly [client: string, accountNumber: string],
    products: readonly Policy[],
    changes: Changes,
  ): Promise<Policy[]> {
    return await Promise.all(
      products.map(async (read) => {
        const key = [client, accountNumber, read.policyNumber] as const
        if (!hasChange(key, changes)) return read
        const { value, shown } = laterBilling(read, changes)
        await end(shown)
        const policy = await repriced(key, read.billing, value)
        const credits = await creditsOf(key, changes, inner.openBills(...key))
        return credits ? { ...policy, billing: billingLess(policy.billing, credits) } : policy
      }),
    )
  }

  /** The changed product with the amounts of its open bills, which depend on how it is paid. */
  async function repriced(key: Key, before: Billing, policy: Policy): Promise<Policy> {
    if (!isOtherPrice(before, policy.billing)) return policy
    const after = await stateOf(key, policy.billing)
    if (!after) return policy
    const openAmounts = after.openBills.map(({ dueDate, premium, fee, owed }) => ({
      ...{ dueDate, cost: premium + fee, owed },
    }))
    // Only the current bill changes.
    const change = owedOf(openAmounts) - owedOf(before.openAmounts)
    const amountDue = policy.billing.amountDue + change
    return { ...policy, billing: { ...policy.billing, openAmounts, amountDue } }
  }

  /** The account system's view of a product that is paid in this way. */
  async function stateOf(
    key: Key,
    { frequencyCode, paymentMethodRecordId }: Billing,
    question?: ChargeQuestion,
  ): Promise<ChargeAfter | undefined> {
    const today = question?.today ?? (await todayOf(key[0])).toString()
    const choices = [{ frequencyCode, paymentMethodRecordId }]
    const asked = { today, minimum: question?.minimum ?? 1, choices }
    const [after] = await inner.chargesAfter(...key, asked)
    return after
  }

  /** How the product is paid as it counts (`ours`), and as the account system shows it. */
  async function billingOf(key: Key, changes: Changes) {
    const read = hasChange(key, changes) ? await inner.product(...key) : undefined
    if (!read) return undefined
    const { value, shown } = laterBilling(read, changes)
    await end(shown)
    const [ours, theirs] = [value.billing, read.billing]
    const skipped = ours.skippedDueDates.filter((one) => !theirs.skippedDueDates.includes(one))
    return { ours, theirs, skipped }
  }

  /** The bills less the credits that the account system does not show; undefined if there are none. */
  async function creditsOf(
    key: Key,
    changes: Changes,
    reading: Promise<OpenBill[]> | OpenBill[],
  ): Promise<LessCredits | undefined> {
    const own = ofKind(changes, "credit", key[2])
    if (own.length === 0) return undefined
    const [bills, entries] = await Promise.all([reading, inner.entries(...key)])
    const isShown = ({ after }: (typeof own)[number]) =>
      entries.some(({ cause }) => cause === after.creditId)
    await end(own.filter(isShown))
    const left = own.filter((one) => !isShown(one)).map(({ after }) => after)
    return left.length === 0 ? undefined : lessCredits(bills, entries, left)
  }

  async function openBillsWith(key: Key, changes: Changes, read: OpenBill[]): Promise<OpenBill[]> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const { ours, theirs } = paid
    const bills = isOtherPrice(theirs, ours)
      ? ((await stateOf(key, ours))?.openBills ?? read)
      : read
    return (await creditsOf(key, changes, bills))?.bills ?? bills
  }

  async function entriesWith(
    key: Key,
    changes: Changes,
    read: LedgerEntry[],
  ): Promise<LedgerEntry[]> {
    if (ofKind(changes, "credit", key[2]).length === 0) return read
    const credits = await creditsOf(key, changes, inner.openBills(...key))
    return credits ? [...read, ...credits.entries] : read
  }

  async function nextChargeWith(
    key: Key,
    changes: Changes,
    read: NextCharge | undefined,
    question: ChargeQuestion,
  ): Promise<NextCharge | undefined> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const { ours, theirs, skipped } = paid
    const isOnAutoPay = ours.paymentMethodRecordId !== null
    const isSame = isSameChoice(ours, theirs)
    const after = isSame ? undefined : await stateOf(key, ours, question)
    if (!isSame && !after) return undefined
    const state = { next: after ? after.next : read, bills: after?.openBills }
    // The answer of `chargesAfter` does not depend on due dates.
    const isOfOthers = !isSame && question.dueDates !== undefined
    return await recalculated(key, changes, state, { isOnAutoPay, skipped, isOfOthers }, question)
  }

  /** The next charge without the bills that were skipped or credited here; `next` if there are none. */
  async function recalculated(
    key: Key,
    changes: Changes,
    { next, bills }: { next: NextCharge | undefined; bills: OpenBill[] | undefined },
    how: { isOnAutoPay: boolean; skipped: readonly string[]; isOfOthers: boolean },
    question: ChargeQuestion,
  ): Promise<NextCharge | undefined> {
    const { isOnAutoPay, skipped, isOfOthers } = how
    const isSkipped = isOnAutoPay && next?.dueDates.some((one) => skipped.includes(one)) === true
    const credits = await creditsOf(key, changes, bills ?? inner.openBills(...key))
    if (!isSkipped && !credits && !isOfOthers) return next
    const until = Temporal.PlainDate.from(question.today).add({ years: 1 }).toString()
    const [open, coming] = await Promise.all([
      credits?.bills ?? bills ?? inner.openBills(...key),
      inner.comingBills(...key, { today: question.today, until }),
    ])
    const left = credits ? comingLess(coming.bills, credits) : coming.bills
    return nextChargeOf(open, left, { isOnAutoPay, skipped }, question)
  }

  async function comingBillsWith(
    key: Key,
    changes: Changes,
    read: { bills: ComingBill[]; isComplete: boolean },
  ): Promise<{ bills: ComingBill[]; isComplete: boolean }> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const credits = await creditsOf(key, changes, inner.openBills(...key))
    const bills = (credits ? comingLess(read.bills, credits) : read.bills).map((bill) => ({
      ...bill,
      isSkipped: bill.isSkipped || paid.skipped.includes(bill.dueDate),
    }))
    return { ...read, bills }
  }

  async function chargesAfterWith(
    key: Key,
    changes: Changes,
    read: ChargeAfter[],
    { choices, ...question }: ChangeQuestion,
  ): Promise<ChargeAfter[]> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const { skipped } = paid
    return await Promise.all(
      read.map(async (after, index) => {
        const isOnAutoPay = choices[index]?.paymentMethodRecordId !== null
        const how = { isOnAutoPay, skipped, isOfOthers: false }
        const state = { next: after.next, bills: after.openBills }
        const next = await recalculated(key, changes, state, how, question)
        const credits = await creditsOf(key, changes, after.openBills)
        if (!credits) return { ...after, next }
        const unapplied = after.unapplied + credits.rest
        return { ...after, next, unapplied, openBills: credits.bills }
      }),
    )
  }

  /** A product that auto pay charges; nothing if auto pay was ended or nothing is left to charge. */
  async function dueWith(due: AutoPayDue, changes: Changes): Promise<AutoPayDue[]> {
    const { client, accountNumber, policyNumber, billNumbers } = due
    const key = [client, accountNumber, policyNumber] as const
    const paymentMethodRecordId = laterMethod(due, changes)
    if (paymentMethodRecordId === null) return []
    const credits = await creditsOf(key, changes, inner.openBills(...key))
    if (!credits) return [{ ...due, paymentMethodRecordId }]
    const bills = credits.bills.filter(({ number }) => billNumbers.includes(number))
    const newest = bills.at(-1)
    if (!newest) return []
    return [
      {
        ...{ ...due, paymentMethodRecordId, dueDate: newest.dueDate, amount: owedOf(bills) },
        billNumbers: bills.map(({ number }) => number),
        dueDates: bills.map(({ dueDate }) => dueDate),
      },
    ]
  }

  return {
    productsWith,
    openBillsWith,
    entriesWith,
    nextChargeWith,
    comingBillsWith,
    chargesAfterWith,
    dueWith,
  }
}

function hasChange([, , policyNumber]: Key, changes: Changes): boolean {
  return changes.some((one) => one.policyNumber === policyNumber)
}

function isOtherPrice(before: Billing, after: Billing): boolean {
  const isOther = (before.paymentMethodRecordId === null) !== (after.paymentMethodRecordId === null)
  return before.frequencyCode !== after.frequencyCode || (before.hasBillingFee && isOther)
}

function owedOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}
