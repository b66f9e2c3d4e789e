import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import type { AutoPayDue, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type BlockedReason, findMethods } from "../methods/payment-methods.store.ts"
import type { MethodGoneReason } from "../paying/payment-reasons.ts"
import type { Payment } from "../paying/payments.store.ts"
import { type Attempt, type FailedAttempt, nextAttempt } from "./auto-pay-attempts.ts"
import { findFailedPayments } from "./auto-pay-failures.store.ts"
import {
  findSuspensions,
  insertSuspension,
  isSuspended,
  type Suspension,
} from "./auto-pay-suspensions.store.ts"
import { attemptOf } from "./failed-charge.ts"
import { type FailedChargeStatus, failedChargeStatusOf } from "./failed-charge-status.ts"

/** Older failures affect nothing that may still be charged or shown. */
const memoryDays = 400

/** The time from which failures count. */
export function failuresSince(clock: Clock): Date {
  return earlier(clock.now(), { days: memoryDays })
}

/** The failed charges of an account by policy number, in the order in which they failed. */
export async function failedAttempts(
  { database, clock, brands }: Pick<Deps, "database" | "clock" | "brands">,
  owner: Owner,
): Promise<Map<string, FailedAttempt[]>> {
  const failures = await findFailedPayments(database, owner, failuresSince(clock))
  if (failures.length === 0) return new Map()
  const timeZone = await brands.timeZoneOf(owner.client)
  const byProduct = Map.groupBy(failures, ({ policyNumber }) => policyNumber)
  return new Map(
    [...byProduct].map(([policyNumber, own]) => [
      policyNumber,
      own.map((failure) => attemptOf(failure, timeZone)),
    ]),
  )
}

interface Owner {
  client: string
  accountNumber: string
}

type OwnSuspension = Omit<Suspension, "paymentId" | "suspendedAt">

/** Derives the next attempt, suspensions and failed-charge statuses from failed charges. */
export function createAutoPayFailures(deps: Deps) {
  const { database, clock, policyAdmin, brands, events } = deps

  async function failedPayments(owner: Owner) {
    return await findFailedPayments(database, owner, failuresSince(clock))
  }

  /** The attempt to make today; undefined when none is allowed. */
  async function attemptOn(
    due: AutoPayDue,
    planned: Pick<NextCharge, "dueDates">,
    methodKind: Payment["methodKind"],
    today: Temporal.PlainDate,
  ): Promise<Attempt | undefined> {
    const { client, policyNumber, paymentMethodRecordId } = due
    if (await isSuspended(database, client, policyNumber, paymentMethodRecordId)) return undefined
    const failed = (await failedAttempts(deps, due)).get(policyNumber) ?? []
    const days = planned.dueDates.toSorted().map((day) => Temporal.PlainDate.from(day))
    const [oldest, newest] = [days[0], days.at(-1)]
    if (!oldest || !newest) return undefined
    const attempt = nextAttempt({ oldest, newest }, methodKind, failed)
    const isDue = attempt && Temporal.PlainDate.compare(attempt.from, today) <= 0
    return isDue ? attempt : undefined
  }

  /** Suspends auto pay whose method the customer has deleted, or the gateway does not charge. */
  async function suspendMethodGone(
    due: AutoPayDue,
    reason: MethodGoneReason | BlockedReason,
  ): Promise<void> {
    await suspend(due, { ...due, methodRecordId: due.paymentMethodRecordId, reason })
  }

  /**
   * Suspends auto pay of all products of an account that was closed. Safe to repeat.
   *
   * Errors: `AccountSystemAway`.
   */
  async function suspendClosed(owner: Owner): Promise<void> {
    const account = await policyAdmin.account(owner.client, owner.accountNumber)
    for (const { policyNumber, billing } of account?.products ?? []) {
      if (billing.paymentMethodRecordId === null) continue
      await suspend(owner, { policyNumber, methodRecordId: "", reason: "closed" })
    }
  }

  async function suspend(owner: Owner, suspension: OwnSuspension): Promise<void> {
    await database.transaction((tx) => suspendIn(tx, owner, suspension))
  }

  /** Suspends auto pay for one of our own reasons. False if it was suspended before. */
  async function suspendIn(
    tx: Queries,
    { client, accountNumber }: Owner,
    { policyNumber, methodRecordId, reason }: OwnSuspension,
  ): Promise<boolean> {
    const suspension = { policyNumber, methodRecordId, reason, paymentId: null }
    const row = { id: randomUUID(), client, accountNumber, ...suspension, suspendedAt: clock.now() }
    if (!(await insertSuspension(tx, row))) return false
    const facts = { policyNumber, reason, paymentId: null }
    await events.add(tx, { client, accountNumber }, "autoPay.suspended", facts)
    return true
  }

  /**
   * The failed-charge statuses of these products of one account, by policy number. Products without
   * a failed charge are absent. Errors: `AccountSystemAway`.
   */
  async function failedChargeStatusesOf(
    owner: Owner,
    policies: readonly Policy[],
    today: Temporal.PlainDate,
  ): Promise<Map<string, FailedChargeStatus>> {
    const stories = new Map<string, FailedChargeStatus>()
    const onAutoPay = policies.filter(({ billing }) => billing.paymentMethodRecordId !== null)
    if (onAutoPay.length === 0) return stories
    const [failures, suspensions] = await Promise.all([
      failedPayments(owner),
      findSuspensions(database, owner),
    ])
    const failed = onAutoPay.filter(({ policyNumber }) =>
      [...failures, ...suspensions].some((one) => one.policyNumber === policyNumber),
    )
    if (failed.length === 0) return stories
    const timeZone = await brands.timeZoneOf(owner.client)
    const methods = await findMethods(database, owner.client, owner.accountNumber)
    await Promise.all(
      failed.map(async (policy) => {
        const { policyNumber, billing } = policy
        const isOfIt = (one: { policyNumber: string }) => one.policyNumber === policyNumber
        const method = methods.find(({ recordId }) => recordId === billing.paymentMethodRecordId)
        const story = failedChargeStatusOf({
          policy,
          methodKind: method?.kind ?? "card",
          openBills: await policyAdmin.openBills(owner.client, owner.accountNumber, policyNumber),
          failures: failures.filter(isOfIt),
          suspensions: suspensions.filter(isOfIt),
          today,
          timeZone,
        })
        if (story) stories.set(policyNumber, story)
      }),
    )
    return stories
  }

  return { attemptOn, suspendMethodGone, suspendClosed, suspendIn, failedChargeStatusesOf }
}

export type AutoPayFailures = ReturnType<typeof createAutoPayFailures>
