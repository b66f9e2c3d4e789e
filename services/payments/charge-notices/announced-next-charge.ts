import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { ChargeQuestion, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { retryDay } from "../retry-day.ts"
import { findKnownCharges, hasRunBegun, type OpenAnnouncement } from "./announced-charges.store.ts"
import {
  announcementOn,
  chargeDay,
  isAnnounced,
  isUnchanged,
  noticeDays,
} from "./announced-part.ts"

export interface AnnouncedNext {
  /** Undefined when no further bill is known. */
  next: NextCharge | undefined
  /** The announcement of `next`; null when it is not announced yet. */
  announcementId: string | null
  /**
   * Cents that are owed by the same day, but became due after the charge was announced. They are
   * charged with the next bill.
   */
  deferred: number
}

/**
 * The next charge of auto pay as it can be made: the announced one, or the first one that can still
 * be announced in time. With `hasFailed` false, the caller knows that no payment of the account failed.
 * Errors: `AccountSystemAway`.
 */
export async function announcedNextCharge(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  { policyNumber, billing }: Policy,
  today: Temporal.PlainDate,
  hasFailed = true,
): Promise<AnnouncedNext> {
  const { database, policyAdmin } = deps
  const { client, accountNumber } = account
  const { paymentMethodRecordId } = billing
  const hasRun = await hasRunBegun(database, client, today.toString())
  const noticeDay = hasRun ? today.add({ days: 1 }) : today
  const firstDay = noticeDay.add({ days: noticeDays }).toString()
  const product = { policyNumber, paymentMethodRecordId }
  const [known] = await findKnownCharges(database, client, [product], firstDay)
  const open = (known?.open ?? [])
    .filter(({ methodRecordId }) => methodRecordId === paymentMethodRecordId)
    .filter(({ kind, chargeOn }) => kind !== "agreement" || chargeOn < firstDay)
  // As the run does: on each day, the announcement of the newest bills, if a failed charge allows it.
  const days = open.map((announced) => dayOf(announced, today.toString()))
  for (let day = earliestAfter("", days); day; day = earliestAfter(day, days)) {
    const announced = paymentMethodRecordId && announcementOn(open, paymentMethodRecordId, day)
    const found = announced && (await ask({ today: announced.billsDueBy, minimum: 1 }))
    if (!found || newestOf(found) > announced.billsDueBy) continue
    const named = await announcedOf(found, announced)
    const amount = Math.min(named?.amount ?? 0, announced.amount)
    if (!named || amount < minimumCharge) continue
    const next = { ...named, date: day, amount }
    // A debit that failed three times holds every later bill as well.
    const date = await allowedDay({ ...next, dueDates: found.dueDates })
    if (date === undefined) continue
    if (date > day) days.push(date)
    else return { next, deferred: found.amount - amount, announcementId: announced.id }
  }
  return { next: await unannounced(), deferred: 0, announcementId: null }

  /** The part of these bills that the announcement names: others are open again since. */
  async function announcedOf(
    found: NextCharge,
    announced: OpenAnnouncement,
  ): Promise<NextCharge | undefined> {
    const { dueDates, billsDueBy } = announced
    if (found.dueDates.every((dueDate) => isAnnounced(announced, dueDate))) return found
    return await ask({ today: billsDueBy, ...(dueDates && { dueDates }) })
  }

  /** The first charge with a bill that was not announced yet. */
  async function unannounced(): Promise<NextCharge | undefined> {
    let minimum = minimumCharge
    for (;;) {
      const next = await ask({ today: firstDay, minimum })
      if (!next) return undefined
      const newest = newestOf(next)
      if (newest > (known?.announcedThrough ?? "")) {
        const isEmailed = !known || !isUnchanged(next.amount, known)
        const charge = { ...next, date: chargeDay(newest, noticeDay, isEmailed) }
        const date = await allowedDay(charge)
        if (date !== undefined) return { ...charge, date }
        // The failed debit holds these bills too.
        if (known?.methodKind === "bank") return undefined
      }
      minimum = next.amount + 1
    }
  }

  /** The first day on which earlier failed charges allow this one; undefined when they forbid it. */
  async function allowedDay(next: NextCharge): Promise<string | undefined> {
    if (!hasFailed) return next.date
    return await retryDay(deps, account, policyNumber, known?.methodKind ?? "card", next)
  }

  async function ask(question: ChargeQuestion): Promise<NextCharge | undefined> {
    return await policyAdmin.nextCharge(client, accountNumber, policyNumber, question)
  }
}

function earliestAfter(day: string, days: readonly string[]): string | undefined {
  return days.toSorted().find((other) => other > day)
}

function dayOf({ chargeOn }: OpenAnnouncement, today: string): string {
  return chargeOn > today ? chargeOn : today
}

/** The latest due date of the charged bills. */
export function newestOf({ dueDates, date }: NextCharge): string {
  return dueDates.toSorted().at(-1) ?? date
}
