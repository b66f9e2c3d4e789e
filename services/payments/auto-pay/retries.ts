import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { insertAnnouncement } from "./announced-charges.store.ts"

interface Retry {
  client: string
  accountNumber: string
  policy: Policy | undefined
  /** The next charge that the email announces, in cents; null if there is none. */
  next: { date: string; dueDates: readonly string[]; amount: number } | null
  /** The client's business day. */
  today: Temporal.PlainDate
  /** Whether no email is sent, because no address is on file. */
  isUnsent: boolean
}

/** Records that the email about a failed charge announces the next one, in its transaction. */
export async function recordRetry(
  tx: Queries,
  { client, accountNumber, policy, next, today, isUnsent }: Retry,
  now: Date,
  { unsentChargeNotices }: Pick<PaymentMetrics, "unsentChargeNotices">,
): Promise<void> {
  const methodRecordId = policy?.billing.paymentMethodRecordId ?? null
  if (!policy || !next || methodRecordId === null) return
  const { policyNumber, productDesc } = policy
  const isNew = await insertAnnouncement(tx, {
    id: randomUUID(),
    ...{ client, accountNumber, policyNumber, productDesc, methodRecordId },
    kind: "retry",
    chargeOn: next.date,
    billsDueBy: next.date,
    dueDates: next.dueDates,
    billNumbers: [],
    amount: next.amount,
    parts: null,
    announcedOn: today.toString(),
    announcedAt: now,
    authorizationId: null,
    isUnsent,
  })
  if (isNew && isUnsent) unsentChargeNotices.inc({ client })
}
