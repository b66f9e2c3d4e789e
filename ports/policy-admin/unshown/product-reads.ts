import type {
  AutoPayDue,
  ChangeQuestion,
  ChargeAfter,
  ChargeQuestion,
  ComingBill,
  NextCharge,
  OpenBill,
} from "../port.ts"
import { comingLess } from "./own-bills.ts"
import { ownNextChargeOf } from "./own-next-charge.ts"
import { isSameChoice } from "./own-values.ts"
import {
  type Changes,
  createProductState,
  isOtherPrice,
  owedOf,
  type ReadOptions,
  type UnshownKey,
} from "./product-state.ts"

/**
 * The state of a product after a read, including our changes that no read has shown: the functions
 * of the port, each with the changes of the account and the read value. Without a change of the
 * product they send no further request.
 */
export function createProductReads(options: ReadOptions) {
  const { inner } = options
  const { productsWith, entriesWith, stateOf, billingOf, creditsOf } = createProductState(options)

  async function openBillsWith(
    key: UnshownKey,
    changes: Changes,
    read: OpenBill[],
  ): Promise<OpenBill[]> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const { ours, theirs } = paid
    const bills = isOtherPrice(theirs, ours)
      ? ((await stateOf(key, ours))?.openBills ?? read)
      : read
    return (await creditsOf(key, changes, bills))?.bills ?? bills
  }

  async function nextChargeWith(
    key: UnshownKey,
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

  /**
   * The next charge without the bills that were skipped or credited here; `next` if there are none.
   */
  async function recalculated(
    key: UnshownKey,
    changes: Changes,
    { next, bills }: { next: NextCharge | undefined; bills: OpenBill[] | undefined },
    how: { isOnAutoPay: boolean; skipped: readonly string[]; isOfOthers: boolean },
    question: ChargeQuestion,
  ): Promise<NextCharge | undefined> {
    const { isOnAutoPay, skipped, isOfOthers } = how
    const isSkipped = isOnAutoPay && next?.dueDates.some((one) => skipped.includes(one)) === true
    const credits = await creditsOf(key, changes, bills)
    if (!isSkipped && !credits && !isOfOthers) return next
    const until = Temporal.PlainDate.from(question.today).add({ years: 1 }).toString()
    const [open, coming] = await Promise.all([
      credits?.bills ?? bills ?? inner.openBills(...key),
      inner.comingBills(...key, { today: question.today, until }),
    ])
    const left = credits ? comingLess(coming.bills, credits) : coming.bills
    return ownNextChargeOf(open, left, { isOnAutoPay, skipped }, question)
  }

  async function comingBillsWith(
    key: UnshownKey,
    changes: Changes,
    read: { bills: ComingBill[]; isComplete: boolean },
  ): Promise<{ bills: ComingBill[]; isComplete: boolean }> {
    const paid = await billingOf(key, changes)
    if (!paid) return read
    const credits = await creditsOf(key, changes)
    const bills = (credits ? comingLess(read.bills, credits) : read.bills).map((bill) => ({
      ...bill,
      isSkipped: bill.isSkipped || paid.skipped.includes(bill.dueDate),
    }))
    return { ...read, bills }
  }

  async function chargesAfterWith(
    key: UnshownKey,
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

  /** A product that auto pay charges, less credits; empty if nothing is left to charge. */
  async function dueWith(due: AutoPayDue, changes: Changes): Promise<AutoPayDue[]> {
    const { client, accountNumber, policyNumber, billNumbers } = due
    const key = [client, accountNumber, policyNumber] as const
    const credits = await creditsOf(key, changes)
    if (!credits) return [due]
    const bills = credits.bills.filter(({ number }) => billNumbers.includes(number))
    const newest = bills.at(-1)
    if (!newest) return []
    return [
      {
        ...{ ...due, dueDate: newest.dueDate, amount: owedOf(bills) },
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
