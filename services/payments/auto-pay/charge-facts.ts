import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type AnnouncedAccount, announcedProductOf } from "./announced-charge.ts"
import { findKnownCharges, hasRunBegun, type KnownCharges } from "./announced-charges.store.ts"
import { noticeDays } from "./announced-part.ts"
import type { FailedAttempt } from "./auto-pay-attempts.ts"
import { failedAttempts } from "./auto-pay-failures.ts"

/** The facts of an account that determine its next auto pay charges. */
export interface ChargeFacts {
  /** Whether the billing run of this day has started. */
  hasRun(): Promise<boolean>
  /** The day of the next notices, and the first day of a charge that they announce. */
  days(): Promise<{ noticeDay: Temporal.PlainDate; firstDay: string }>
  known(policyNumber: string): Promise<KnownCharges | undefined>
  failed(policyNumber: string): Promise<readonly FailedAttempt[]>
}

/**
 * The facts about charges of these products of one account on `today`. Each fact is read when it is
 * first needed, and once for all products.
 */
export function chargeFactsOf(
  deps: Pick<Deps, "database" | "clock" | "brands">,
  account: AnnouncedAccount,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): ChargeFacts {
  const { database } = deps
  const { client } = account
  const hasRun = once(() => hasRunBegun(database, client, today.toString()))
  const days = async () => {
    const noticeDay = today.add({ days: (await hasRun()) ? 1 : 0 })
    return { noticeDay, firstDay: noticeDay.add({ days: noticeDays }).toString() }
  }
  const known = once(async () => {
    const { firstDay } = await days()
    const products = policies.map((policy) => announcedProductOf(policy, account))
    const found = await findKnownCharges(database, client, products, firstDay)
    return new Map(found.map((one) => [one.policyNumber, one]))
  })
  const failed = once(() => failedAttempts(deps, account))
  return {
    hasRun,
    days,
    known: async (policyNumber) => (await known()).get(policyNumber),
    failed: async (policyNumber) => (await failed()).get(policyNumber) ?? [],
  }
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined
  return () => {
    answer ??= read()
    return answer
  }
}
