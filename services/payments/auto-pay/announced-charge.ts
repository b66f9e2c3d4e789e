import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { ChargeQuestion, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { unpaidCharge } from "../paying/payable-bills.ts"
import type { KnownCharges, OpenAnnouncement } from "./announced-charges.store.ts"
import { announcementOn, isAnnounced } from "./announced-part.ts"
import type { FailedAttempt } from "./auto-pay-attempts.ts"
import { retryDayAfter } from "./retry-day.ts"
import { productBefore } from "./same-product.ts"

export type AnnouncedAccount = { client: string; accountNumber: string }

export interface AnnouncedNext {
  /** The next charge; undefined if no further bill is known. */
  next: NextCharge | undefined
  /** Id of the announcement of `next`; null if it is not announced yet. */
  announcementId: string | null
  /**
   * Cents due by the same day that became due only after the charge was announced. They are charged
   * with the next bill.
   */
  deferred: number
}

/** A charge that was announced and not made yet. */
export type AnnouncedNextCharge = AnnouncedNext & { next: NextCharge; announcementId: string }

type Questions = ReturnType<typeof questionsOf>

/** The first charge that these announcements of a product allow. */
export async function announcedCharge(
  { ask, allowedDay }: Questions,
  open: readonly OpenAnnouncement[],
  { billing: { paymentMethodRecordId } }: Policy,
  today: Temporal.PlainDate,
): Promise<AnnouncedNextCharge | undefined> {
  // The same rule as in the run: on each day, the announcement of the newest bills, if a failed
  // charge allows it.
  const days = open.map((announced) => dayOf(announced, today.toString()))
  for (let day = earliestAfter("", days); day; day = earliestAfter(day, days)) {
    const announced = paymentMethodRecordId && announcementOn(open, paymentMethodRecordId, day)
    const found = announced && (await ask({ today: announced.billsDueBy, minimum: 1 }))
    if (!found || newestOf(found) > announced.billsDueBy) continue
    const named = await announcedOf(ask, found, announced)
    const amount = Math.min(named?.amount ?? 0, announced.amount)
    if (!named || amount < minimumCharge) continue
    const next = { ...named, date: day, amount }
    // A debit that failed three times also blocks every later bill.
    const date = await allowedDay({ ...next, dueDates: found.dueDates })
    if (date === undefined) continue
    if (date > day) days.push(date)
    else return { next, deferred: found.amount - amount, announcementId: announced.id }
  }
  return undefined
}

/** The part of these bills that the announcement covers; the others were opened again later. */
async function announcedOf(
  ask: Questions["ask"],
  found: NextCharge,
  announced: OpenAnnouncement,
): Promise<NextCharge | undefined> {
  const { dueDates, billsDueBy } = announced
  if (found.dueDates.every((dueDate) => isAnnounced(announced, dueDate))) return found
  return await ask({ today: billsDueBy, ...(dueDates && { dueDates }) })
}

/**
 * Reads about one product that determine its next charge. Excludes bills that our earlier payments
 * have paid, or whose money is with us (`known.isContradicted`).
 */
export function questionsOf(
  deps: Pick<Deps, "policyAdmin" | "database">,
  account: AnnouncedAccount,
  { policyNumber }: Policy,
  known: KnownCharges | undefined,
  failed: () => Promise<readonly FailedAttempt[]>,
) {
  const { client, accountNumber } = account
  return {
    async ask(question: ChargeQuestion): Promise<NextCharge | undefined> {
      let { minimum = 1 } = question
      for (;;) {
        const asked = { ...question, minimum }
        const next = await deps.policyAdmin.nextCharge(client, accountNumber, policyNumber, asked)
        if (!next || !known?.isContradicted) return next
        const unpaid = await unpaidCharge(deps, { ...account, policyNumber }, next)
        if (unpaid && unpaid.amount >= (question.minimum ?? 1)) return unpaid
        minimum = next.amount + 1
      }
    },
    /**
     * The first day on which earlier failed charges allow this one; undefined if they forbid it.
     */
    async allowedDay(next: NextCharge): Promise<string | undefined> {
      return retryDayAfter(await failed(), known?.methodKind ?? "card", next)
    },
  }
}

/**
 * The product in the form that `findKnownCharges` expects. The method must belong to the account.
 */
export function announcedProductOf(
  { policyNumber, billing: { paymentMethodRecordId } }: Policy,
  { accountNumber }: Pick<AnnouncedAccount, "accountNumber">,
) {
  return { policyNumber, paymentMethodRecordId, accountNumber }
}

/** The open announcements for the current auto pay method, if they are for this product. */
export function openOf(known: KnownCharges | undefined, policy: Policy): OpenAnnouncement[] {
  const { billing } = policy
  if (isOfOtherProduct(known, policy)) return []
  const open = known?.open ?? []
  return open.filter(({ methodRecordId }) => methodRecordId === billing.paymentMethodRecordId)
}

/**
 * Whether the policy number now stands for a different product than the one auto pay may charge.
 */
export function isOfOtherProduct(known: KnownCharges | undefined, policy: Policy): boolean {
  const { paymentMethodRecordId } = policy.billing
  return productBefore(known, { ...policy, paymentMethodRecordId }) !== undefined
}

/**
 * An agreement to a charge on `firstDay` or later does not count, because a notice will be sent.
 */
export function isCounted({ kind, chargeOn }: OpenAnnouncement, firstDay: string): boolean {
  return kind !== "agreement" || chargeOn < firstDay
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
