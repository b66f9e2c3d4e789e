import type {
  Billing,
  ChargeAfter,
  ChargeQuestion,
  LedgerEntry,
  OpenBill,
  Policy,
  PolicyAdmin,
} from "../port.ts"
import { billingLess, type LessCredits, lessCredits } from "./own-bills.ts"
import { laterBilling, ofKind } from "./own-values.ts"
import type { UnshownChange } from "./unshown-changes.store.ts"

export type Changes = readonly UnshownChange[]
export type UnshownKey = readonly [client: string, accountNumber: string, policyNumber: string]

export interface ReadOptions {
  /** The account system. */
  inner: PolicyAdmin
  /** Deletes changes that a read has shown. */
  end: (shown: Changes) => Promise<void>
  /** The client's business day. */
  todayOf: (client: string) => Promise<Temporal.PlainDate>
}

/** How one product is paid, and its bills, including our changes that no read has shown. */
export function createProductState({ inner, end, todayOf }: ReadOptions) {
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
        const credits = await creditsOf(key, changes)
        return credits ? { ...policy, billing: billingLess(policy.billing, credits) } : policy
      }),
    )
  }

  /** The changed product with the amounts of its open bills, which depend on how it is paid. */
  async function repriced(key: UnshownKey, before: Billing, policy: Policy): Promise<Policy> {
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

  /** The account system's state of a product that is paid in this way. */
  async function stateOf(
    key: UnshownKey,
    { frequencyCode, paymentMethodRecordId }: Billing,
    question?: ChargeQuestion,
  ): Promise<ChargeAfter | undefined> {
    const today = question?.today ?? (await todayOf(key[0])).toString()
    const choices = [{ frequencyCode, paymentMethodRecordId }]
    const asked = { today, minimum: question?.minimum ?? 1, choices }
    const [after] = await inner.chargesAfter(...key, asked)
    return after
  }

  /** How the product is paid including our changes (`ours`), and as the account system shows it. */
  async function billingOf(key: UnshownKey, changes: Changes) {
    const read = hasChange(key, changes) ? await inner.product(...key) : undefined
    if (!read) return undefined
    const { value, shown } = laterBilling(read, changes)
    await end(shown)
    const [ours, theirs] = [value.billing, read.billing]
    const skipped = ours.skippedDueDates.filter((one) => !theirs.skippedDueDates.includes(one))
    return { ours, theirs, skipped }
  }

  /**
   * The bills less the credits that the account system does not show yet; undefined if there are
   * none.
   */
  async function creditsOf(
    key: UnshownKey,
    changes: Changes,
    known?: readonly OpenBill[],
  ): Promise<LessCredits | undefined> {
    const own = ofKind(changes, "credit", key[2])
    if (own.length === 0) return undefined
    const [bills, entries] = await Promise.all([
      known ?? inner.openBills(...key),
      inner.entries(...key),
    ])
    const isShown = ({ after }: (typeof own)[number]) =>
      entries.some(({ cause }) => cause === after.creditId)
    await end(own.filter(isShown))
    const left = own.filter((one) => !isShown(one)).map(({ after }) => after)
    return left.length === 0 ? undefined : lessCredits(bills, entries, left)
  }

  async function entriesWith(
    key: UnshownKey,
    changes: Changes,
    read: LedgerEntry[],
  ): Promise<LedgerEntry[]> {
    if (ofKind(changes, "credit", key[2]).length === 0) return read
    const credits = await creditsOf(key, changes)
    return credits ? [...read, ...credits.entries] : read
  }

  return { productsWith, entriesWith, stateOf, billingOf, creditsOf }
}

function hasChange([, , policyNumber]: UnshownKey, changes: Changes): boolean {
  return changes.some((one) => one.policyNumber === policyNumber)
}

export function isOtherPrice(before: Billing, after: Billing): boolean {
  const isOther = (before.paymentMethodRecordId === null) !== (after.paymentMethodRecordId === null)
  return before.frequencyCode !== after.frequencyCode || (before.hasBillingFee && isOther)
}

export function owedOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}
