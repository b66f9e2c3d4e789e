import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { insertAnnouncement } from "./announced-charges.store.ts"

interface Retry {
  client: string
  accountNumber: string
  policy: Policy | undefined
  /** The next charge as the email tells it, in cents; null when there is none. */
  next: { date: string; amount: number } | null
  /** The client's business day. */
  today: Temporal.PlainDate
}

/** Records that the email about a failed charge announces the next one, in its transaction. */
export async function recordRetry(
  tx: Queries,
  { client, accountNumber, policy, next, today }: Retry,
  now: Date,
): Promise<void> {
  const methodRecordId = policy?.billing.paymentMethodRecordId ?? null
  if (!policy || !next || methodRecordId === null) return
  const { policyNumber } = policy
  await insertAnnouncement(tx, {
    id: randomUUID(),
    ...{ client, accountNumber, policyNumber, methodRecordId },
    kind: "retry",
    chargeOn: next.date,
    billsDueBy: next.date,
    billNumbers: [],
    amount: next.amount,
    parts: null,
    announcedOn: today.toString(),
    announcedAt: now,
    authorizationId: null,
  })
}
