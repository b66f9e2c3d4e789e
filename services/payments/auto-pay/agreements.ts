import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { NextCharge } from "#ports/policy-admin/port.ts"
import { newestOf } from "./announced-charge.ts"
import { insertAnnouncement } from "./announced-charges.store.ts"

interface Agreement {
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  authorizationId: string
  /** The first charge under the agreement, as shown to the person. */
  next: NextCharge
  methodRecordId: string
  /** The client's business day. */
  today: Temporal.PlainDate
}

/** Records that an authorization of auto pay announces its first charge. */
export async function recordAgreement(
  tx: Queries,
  { next, today, ...agreement }: Agreement,
  now: Date,
): Promise<void> {
  if (next.amount === 0) return
  await insertAnnouncement(tx, {
    id: randomUUID(),
    ...agreement,
    kind: "agreement",
    chargeOn: next.date,
    billsDueBy: newestOf(next),
    dueDates: next.dueDates,
    billNumbers: next.billNumbers,
    amount: next.amount,
    parts: next,
    announcedOn: today.toString(),
    announcedAt: now,
  })
}
