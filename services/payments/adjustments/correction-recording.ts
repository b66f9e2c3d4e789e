import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { lockAsRead, type StoredSoFar } from "../paying/product-lock.store.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import { actionOf, auditedByStaff, type By } from "./correction-audit.ts"
import { auditedCorrection, correctionNameOf } from "./correction-presenter.ts"
import { requestedCorrectionAmount } from "./correction-rules.ts"
import {
  type Correction,
  findCorrectionByKey,
  findCorrections,
  insertCorrection,
} from "./corrections.store.ts"

/** Hours during which a second staff member can approve a correction. */
const approvalHours = 24

/** The details that staff enter. Reusing a key with other details is an error. */
export interface AskedCorrection
  extends Pick<
    Correction,
    | "client"
    | "accountNumber"
    | "policyNumber"
    | "kind"
    | "billNumber"
    | "reverses"
    | "reversedKind"
    | "amount"
    | "reason"
  > {
  /** Idempotency key, one for each intention of staff. */
  key: string
}

interface Circumstances {
  /** Row counts of the product, read before everything else. */
  soFar: StoredSoFar
  product: { productDesc: string; billDueDate: string | null }
  /** Throws if the product's other corrections, newest first, leave no room for this one. */
  check: (tx: Queries, others: readonly Correction[], now: Date) => void | Promise<void>
  /** Whether it needs approval even below the client's limit. */
  alwaysWaits?: boolean
  by: By
}

/**
 * Stores requests of staff, once for each key. Requests above the client's limit wait for approval.
 */
export function createCorrectionRecording({ database, clock, audit, brands }: Deps) {
  /** The correction with this key. Errors: `correction.keyReused` if its details differ. */
  async function repeated(asked: AskedCorrection): Promise<Correction | undefined> {
    const known = await findCorrectionByKey(database, asked.client, asked.key)
    if (!known) return undefined
    const { client, key, ...details } = asked
    const isSame = Object.entries(details).every(
      ([name, value]) => known[name as keyof typeof details] === value,
    )
    if (!isSame) throw new ApiError("correction.keyReused")
    return known
  }

  /**
   * Returns the id. Errors: errors of `check` and `by.count`, `ConflictingChange`,
   * `correction.keyReused`, and `correction.notReversible`.
   */
  async function record(asked: AskedCorrection, of: Circumstances): Promise<string> {
    const { approvalAbove } = await brands.refundRulesOf(asked.client)
    const id = randomUUID()
    const isNew = await database.transaction(async (tx) => {
      await lockAsRead(tx, asked, of.soFar)
      const now = clock.now()
      const all = await findCorrections(tx, asked.client, asked.accountNumber)
      const others = all.filter(({ policyNumber }) => policyNumber === asked.policyNumber)
      if (others.some(({ idempotencyKey }) => idempotencyKey === asked.key)) return false
      await of.check(tx, others, now)
      const isAbove = requestedCorrectionAmount(others, now) + asked.amount > approvalAbove
      const needsApproval = isAbove || of.alwaysWaits === true
      const { key, ...details } = asked
      const correction = {
        ...details,
        ...of.product,
        id,
        status: needsApproval ? ("waiting" as const) : ("approved" as const),
        idempotencyKey: key,
        requestedBy: of.by.staffUserid,
        requestedAt: now,
        expiresAt: needsApproval ? later(now, { hours: approvalHours }) : null,
        nextTryAt: needsApproval ? null : later(now, { seconds: claimSeconds }),
      }
      if (!(await insertCorrection(tx, correction))) return false
      await of.by.count?.(tx)
      await audit.record(tx, {
        ...auditedByStaff(asked, of.by),
        action: needsApproval ? "staff.approval.ask" : actionOf(asked),
        after: {
          ...auditedCorrection(correction),
          ...(needsApproval && { for: correctionNameOf(asked) }),
        },
      })
      return true
    })
    if (isNew) return id
    // The same request may have been stored just now. Otherwise the database has another reversal
    // of it.
    const known = await repeated(asked)
    if (!known) throw new ApiError("correction.notReversible")
    return known.id
  }

  return { repeated, record }
}

export type CorrectionRecording = ReturnType<typeof createCorrectionRecording>
