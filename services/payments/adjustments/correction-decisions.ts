import { ApiError } from "#contracts/messages.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { findPayment } from "../paying/payments.store.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import { actionOf, auditedByStaff, type By, findBill } from "./correction-audit.ts"
import { decideCorrection, withdrawCorrection } from "./correction-claims.store.ts"
import { auditedCorrection, correctionNameOf } from "./correction-presenter.ts"
import { type Correction, findCorrection } from "./corrections.store.ts"
import { findRefund } from "./refunds.store.ts"

/** Dual approval of credits and write-offs. */
export function createCorrectionDecisions(
  { database, clock, audit, policyAdmin }: Deps,
  postNow: (correction: Pick<Correction, "client" | "id">) => Promise<Correction>,
) {
  /**
   * Approves or rejects the request of another staff member; an approved correction is posted.
   * Errors: `AccountSystemAway`, `agent.ownApproval`, `agent.ownCause`, `correction.approvalOver`,
   * and `correction.notOpen` if the bill was paid or replaced in the meantime.
   */
  async function decide(correction: Correction, isApproved: boolean, by: By): Promise<Correction> {
    if (correction.requestedBy === by.staffUserid) throw new ApiError("agent.ownApproval")
    if ((await causedBy(correction)) === by.staffUserid) throw new ApiError("agent.ownCause")
    const bill = isApproved ? await findBill(policyAdmin, correction) : undefined
    if (bill && bill.dueDate !== correction.billDueDate) throw new ApiError("correction.notOpen")
    await database.transaction(async (tx) => {
      const now = clock.now()
      const isFirst = await decideCorrection(tx, correction.client, correction.id, {
        by: by.staffUserid,
        at: now,
        status: isApproved ? "approved" : "refused",
        claimedUntil: isApproved ? later(now, { seconds: claimSeconds }) : null,
      })
      if (!isFirst) throw new ApiError("correction.approvalOver")
      await by.count?.(tx)
      await audit.record(tx, {
        ...auditedByStaff(correction, by),
        action: isApproved ? actionOf(correction) : "staff.approval.refuse",
        after: {
          ...auditedCorrection(correction),
          "asked for by": correction.requestedBy,
          ...(!isApproved && { for: correctionNameOf(correction) }),
        },
      })
    })
    return isApproved ? await postNow(correction) : { ...correction, status: "refused" }
  }

  /**
   * The staff member who made the correction or refund that a reversal undoes; null if there is
   * none.
   */
  async function causedBy({ client, reverses, reversedKind }: Correction): Promise<string | null> {
    if (reverses === null) return null
    if (reversedKind === "payment") {
      return (await findPayment(database, client, reverses))?.staffUserid ?? null
    }
    const find = reversedKind === "refund" ? findRefund : findCorrection
    return (await find(database, [client], reverses))?.requestedBy ?? null
  }

  /** Withdraws a request that waits for approval. Errors: `correction.approvalOver`. */
  async function withdraw(correction: Correction, by: By): Promise<Correction> {
    const { client, id } = correction
    await database.transaction(async (tx) => {
      const isFirst = await withdrawCorrection(tx, client, id, by.staffUserid, clock.now())
      if (!isFirst) throw new ApiError("correction.approvalOver")
      await audit.record(tx, {
        ...auditedByStaff(correction, by),
        action: "staff.approval.withdraw",
        after: { ...auditedCorrection(correction), for: correctionNameOf(correction) },
      })
    })
    return { ...correction, status: "withdrawn" }
  }

  return { decide, withdraw, causedBy }
}
