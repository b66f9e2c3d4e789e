import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import {
  type AnnouncedAccount,
  type AnnouncedNext,
  announcedCharge,
  isCounted,
  isOfOtherProduct,
  newestOf,
  openOf,
  questionsOf,
} from "./announced-charge.ts"
import type { KnownCharges } from "./announced-charges.store.ts"
import { chargeDay, isUnchanged } from "./announced-part.ts"
import type { ChargeFacts } from "./charge-facts.ts"

/**
 * The next auto pay charge that is possible: the announced one, or the first one that can still be
 * announced in time. Errors: `AccountSystemAway`.
 */
export async function announcedNextCharge(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: AnnouncedAccount,
  policy: Policy,
  today: Temporal.PlainDate,
  facts: ChargeFacts,
): Promise<AnnouncedNext & Pick<KnownCharges, "isSuspended" | "methodKind">> {
  const { policyNumber } = policy
  const { noticeDay, firstDay } = await facts.days()
  const known = await facts.known(policyNumber)
  const questions = questionsOf(deps, account, policy, known, () => facts.failed(policyNumber))
  const { ask, allowedDay } = questions
  const open = openOf(known, policy).filter((announced) => isCounted(announced, firstDay))
  const announced = await announcedCharge(questions, open, policy, today)
  const found = announced ?? { next: await unannounced(), deferred: 0, announcementId: null }
  const isSuspended = known?.isSuspended === true || isOfOtherProduct(known, policy)
  return { ...found, isSuspended, methodKind: known?.methodKind ?? null }

  /** The first charge with a bill that was not announced yet. */
  async function unannounced(): Promise<NextCharge | undefined> {
    let minimum = minimumCharge
    for (;;) {
      const next = await ask({ today: firstDay, minimum })
      if (!next) return undefined
      const newest = newestOf(next)
      if (newest > (known?.announcedThrough ?? "")) {
        const silent = { amount: next.amount, dueDate: newest, policy }
        const silentOn = chargeDay(newest, noticeDay, false)
        const isEmailed = !known || !isUnchanged({ ...silent, date: silentOn }, known)
        const charge = { ...next, date: chargeDay(newest, noticeDay, isEmailed) }
        const date = await allowedDay(charge)
        if (date !== undefined) return { ...charge, date }
        // The failed debit also blocks these bills.
        if (known?.methodKind === "bank") return undefined
      }
      minimum = next.amount + 1
    }
  }
}
