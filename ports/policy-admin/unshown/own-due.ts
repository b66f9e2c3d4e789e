import {
  AccountSystemRefused,
  type AutoPayDue,
  type BillingChoice,
  type PolicyAdmin,
} from "../port.ts"
import { isSameChoice, laterBilling } from "./own-values.ts"
import { owedOf, type ReadOptions } from "./product-state.ts"
import type { NamedChoice, UnshownChange } from "./unshown-changes.store.ts"

type BillingStep = Extract<UnshownChange, { kind: "billing" }>

interface DueOptions extends ReadOptions {
  /** The reads that include our recent changes. */
  reads: Pick<PolicyAdmin, "product" | "openBills">
}

/**
 * Auto pay charges of products whose payment was changed here and whose change no read has shown.
 * The account system's own list of due products lags, so these products are read one by one.
 */
export function createOwnDue({ inner, reads, end, todayOf }: DueOptions) {
  /**
   * Each product with bills due by `day` that is on auto pay as it was changed here. Deletes
   * changes that a read has shown or someone has undone since. A product is included only if the
   * account system confirms that it still is on auto pay.
   */
  async function ownDueOf(steps: readonly BillingStep[], day: string): Promise<AutoPayDue[]> {
    const products = Map.groupBy(steps, ({ accountNumber, policyNumber }) =>
      JSON.stringify([accountNumber, policyNumber]),
    )
    const due = await Promise.all([...products.values()].map((own) => dueOf(own, day)))
    return due.flat()
  }

  async function dueOf(steps: readonly BillingStep[], day: string): Promise<AutoPayDue[]> {
    const last = steps.at(-1)
    if (!last) return []
    const { client, accountNumber, policyNumber, after } = last
    const read = await inner.product(client, accountNumber, policyNumber)
    if (!read) return []
    const { shown } = laterBilling(read, steps)
    await end(shown)
    if (shown.length === steps.length) return []
    const isStill = await isPaidAs(last)
    if (isStill === false) await end(steps)
    if (isStill !== true) return []
    const key = [client, accountNumber, policyNumber] as const
    const [policy, openBills] = await Promise.all([reads.product(...key), reads.openBills(...key)])
    const { paymentMethodRecordId } = after
    const isOwn = policy?.active && isSameChoice(policy.billing, after)
    if (!policy || !isOwn || paymentMethodRecordId === null) return []
    const { skippedDueDates } = policy.billing
    const bills = openBills.filter(
      ({ dueDate }) => dueDate <= day && !skippedDueDates.includes(dueDate),
    )
    return bills.slice(-1).map(({ dueDate }) => ({
      ...{ client, accountNumber, policyNumber, productDesc: policy.productDesc, dueDate },
      ...{ paymentMethodRecordId, amount: owedOf(bills) },
      billNumbers: bills.map(({ number }) => number),
      dueDates: bills.map((bill) => bill.dueDate),
    }))
  }

  /**
   * Whether the product is still paid as it was changed here; undefined if the account system
   * refuses to answer. A lagging read cannot show that a change was undone. The account system
   * compares a change with its present state, so it accepts one without an effect only while our
   * value holds.
   */
  async function isPaidAs({
    client,
    accountNumber,
    policyNumber,
    after,
  }: BillingStep): Promise<boolean | undefined> {
    const seen: BillingChoice = choiceOf(after)
    const changedOn = (await todayOf(client)).toString()
    const same = { client, accountNumber, policyNumber, seen, wanted: after, changedOn }
    try {
      return (await inner.changeBilling(same)) === "made"
    } catch (error) {
      if (!(error instanceof AccountSystemRefused)) throw error
      return undefined
    }
  }

  return { ownDueOf }
}

function choiceOf({ frequencyCode, paymentMethodRecordId }: NamedChoice): BillingChoice {
  return { frequencyCode, paymentMethodRecordId }
}
