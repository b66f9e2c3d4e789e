import {
  AccountSystemRefused,
  monthsIn,
  type OpenBill,
  type Policy,
} from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { requiredEmail } from "../differences/required-email.ts"
import { readShownBills, type ShownBills } from "../paying/payable-bills.ts"
import { followsOn } from "./announced-part.ts"
import { insertNotice } from "./billing-run.store.ts"
import { skipEndedEmail } from "./skip-email.ts"
import { skipNews } from "./skip-presenter.ts"
import { findSkipsToFollow, moveSkip, type SkippedDebit } from "./skips.store.ts"

/** Days after its due date during which a skipped bill can still get another one. */
const followedDays = 60

/** Keeps skips in effect when the account system moves the due dates of the skipped bills. */
export function createMovedSkips(deps: Deps) {
  const { database, clock, policyAdmin, wakeEmail } = deps

  /**
   * Call it before charges are announced on `today`. Errors: `AccountSystemAway`; the reason of
   * `signal`.
   */
  async function follow(
    client: string,
    today: Temporal.PlainDate,
    signal?: AbortSignal,
  ): Promise<void> {
    const since = today.subtract({ days: followedDays }).toString()
    for (const skip of await findSkipsToFollow(database, client, since)) {
      signal?.throwIfAborted()
      await followOne(skip)
    }
  }

  async function followOne(skip: SkippedDebit): Promise<void> {
    const { client, accountNumber, policyNumber } = skip
    const policy = (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy
    if (!policy?.active || policy.billing.paymentMethodRecordId === null) return
    const shown = await readShownBills(policyAdmin, skip)
    const moved = movedBills(skip, policy, shown.bills).map(({ dueDate }) => dueDate)
    if (moved.length === 0) {
      if (isReplaced(skip, policy, shown)) await tellEnded(skip, policy, "gone")
    } else if (await isSkipped(skip, moved)) {
      await moveSkip(database, client, skip.id, [...skip.dueDates, ...moved])
    } else await tellEnded(skip, policy, "refused")
  }

  async function isSkipped(skip: SkippedDebit, dueDates: readonly string[]): Promise<boolean> {
    const { client, accountNumber, policyNumber } = skip
    try {
      return await policyAdmin.skipCharge({ client, accountNumber, policyNumber, dueDates })
    } catch (error) {
      if (error instanceof AccountSystemRefused) return false
      throw error
    }
  }

  async function tellEnded(
    skip: SkippedDebit,
    policy: Policy,
    why: "gone" | "refused",
  ): Promise<void> {
    const { client, id, amount } = skip
    const notice = { name: "skipped debit", id: `${id} ended`, amount } as const
    const email = await requiredEmail(deps, skip, notice, (to) =>
      skipEndedEmail({ ...to, ...skipNews(skip, policy, "", "") }, why),
    )
    await database.transaction(async (tx) => {
      if (await insertNotice(tx, client, `skip ended ${id}`, clock.now())) await email.add(tx)
    })
    wakeEmail()
  }

  return { follow }
}

/** The skipped bills that now have another due date and are not skipped under it. */
function movedBills(
  skip: SkippedDebit,
  { billing }: Policy,
  bills: readonly OpenBill[],
): OpenBill[] {
  return bills.filter(
    (bill) =>
      isOfSkip(skip, bill, billing.frequencyCode) &&
      !skip.dueDates.includes(bill.dueDate) &&
      !billing.skippedDueDates.includes(bill.dueDate),
  )
}

/**
 * Whether the bill belongs to the skip. A load may give the number of the skipped bill to the next
 * one.
 */
function isOfSkip(
  skip: Pick<SkippedDebit, "billNumbers" | "dueDates">,
  bill: OpenBill,
  frequencyCode: string,
): boolean {
  if (skip.dueDates.includes(bill.periodFrom)) return true
  return skip.billNumbers.includes(bill.number) && !isNextAfter(skip, bill, frequencyCode)
}

function isNextAfter(
  { dueDates }: Pick<SkippedDebit, "dueDates">,
  { dueDate }: OpenBill,
  frequencyCode: string,
): boolean {
  return followsOn(dueDate, dueDates.toSorted().slice(-1), monthsIn(frequencyCode))
}

/**
 * Whether the skipped bills disappeared without a payment, and a newer bill that is not the next
 * one is open.
 */
function isReplaced(
  skip: SkippedDebit,
  { billing }: Policy,
  { bills, entries }: ShownBills,
): boolean {
  const { billNumbers, dueDates } = skip
  const isOpen = bills.some(
    ({ number, dueDate }) => billNumbers.includes(number) || dueDates.includes(dueDate),
  )
  const isSettled = entries.some(
    ({ billNumber, amount }) =>
      billNumber !== null && billNumbers.includes(billNumber) && amount > 0,
  )
  if (billNumbers.length === 0 || isOpen || isSettled) return false
  return bills.some(
    (bill) =>
      bill.number > Math.max(...billNumbers) &&
      !billing.skippedDueDates.includes(bill.dueDate) &&
      !isNextAfter(skip, bill, billing.frequencyCode),
  )
}
