import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimSeconds } from "../processing/state-changes.ts"
import { actionOf, auditedBy, type By, findBill } from "./correction-acts.ts"
import { auditedCorrection, leftToCorrect, nameOf } from "./correction-presenter.ts"
import { amountToCredit, amountToWriteOff, requestedAmount } from "./correction-rules.ts"
import {
  type Correction,
  findCorrectionByKey,
  findCorrections,
  insertCorrection,
  lockProduct,
} from "./corrections.store.ts"

/** How long a second staff member can approve a correction. */
const approvalHours = 24

export interface CorrectionRequest
  extends Pick<
    Correction,
    "client" | "accountNumber" | "policyNumber" | "kind" | "billNumber" | "amount" | "reason"
  > {
  /** One for each intention of staff. */
  key: string
}

/** Credits and write-offs that staff ask for. Those above the client's limit wait for approval. */
export function createCorrectionRequests(
  { database, clock, audit, brands, policyAdmin }: Deps,
  postNow: (id: string) => Promise<Correction>,
) {
  /**
   * Requests a credit or a write-off, and posts it unless it needs dual approval. The same key
   * returns the same correction.
   *
   * Errors: `AccountSystemAway`, `request.notFound` for a product or bill that is not this person's,
   * `correction.keyReused` when the details differ, `correction.notOpen`, `correction.tooMuch`,
   * `correction.noCredit`, `correction.creditTooMuch`, and those of `by.count`.
   */
  async function request(asked: CorrectionRequest, by: By): Promise<Correction> {
    const known = await repeated(asked)
    if (known) return known
    const { client, accountNumber, policyNumber, amount } = asked
    const product = await policyAdmin.policy(client, accountNumber, policyNumber)
    if (!product) throw new ApiError("request.notFound")
    const bill = await findBill(policyAdmin, asked)
    const { approvalAbove, mostCreditYears: mostYears } = await brands.refundRulesOf(client)
    const open = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const owed = open.reduce((sum, one) => sum + one.owed, 0)
    const id = randomUUID()
    const isNew = await database.transaction(async (tx) => {
      await lockProduct(tx, asked)
      const now = clock.now()
      const others = await othersOf(tx, asked)
      if (bill) checkWriteOff(amount, amountToWriteOff(bill, others, now))
      else checkCredit(amount, amountToCredit({ ...product, owed, mostYears }, others, now))
      const needsApproval = requestedAmount(others, now) + amount > approvalAbove
      const { key, ...details } = asked
      const correction = {
        ...details,
        id,
        productDesc: product.policy.productDesc,
        billDueDate: bill?.dueDate ?? null,
        status: needsApproval ? ("waiting" as const) : ("approved" as const),
        idempotencyKey: key,
        requestedBy: by.staffUserid,
        requestedAt: now,
        expiresAt: needsApproval ? later(now, { hours: approvalHours }) : null,
        nextTryAt: needsApproval ? null : later(now, { seconds: claimSeconds }),
      }
      if (!(await insertCorrection(tx, correction))) return false
      await by.count?.(tx)
      await audit.record(tx, {
        ...auditedBy(asked, by),
        action: needsApproval ? "staff.approval.ask" : actionOf(asked),
        after: {
          ...auditedCorrection(correction),
          ...(needsApproval && { for: nameOf(asked) }),
        },
      })
      return true
    })
    // The same request, stored a moment ago.
    if (!isNew) return (await repeated(asked)) ?? (await request(asked, by))
    return await postNow(id)
  }

  /** The correction with this key. Errors: `correction.keyReused` when its details differ. */
  async function repeated(asked: CorrectionRequest): Promise<Correction | undefined> {
    const known = await findCorrectionByKey(database, asked.client, asked.key)
    if (!known) return undefined
    const { client, key, ...details } = asked
    const isSame = Object.entries(details).every(
      ([name, value]) => known[name as keyof typeof details] === value,
    )
    if (!isSame) throw new ApiError("correction.keyReused")
    return known
  }

  return { request }
}

async function othersOf(tx: Queries, asked: CorrectionRequest): Promise<Correction[]> {
  const all = await findCorrections(tx, asked.client, asked.accountNumber)
  return all.filter(({ policyNumber }) => policyNumber === asked.policyNumber)
}

function checkWriteOff(amount: number, left: number): void {
  if (left === 0) throw new ApiError("correction.notOpen")
  if (amount > left) throw new ApiError("correction.tooMuch", leftToCorrect(left))
}

function checkCredit(amount: number, left: number): void {
  if (left === 0) throw new ApiError("correction.noCredit")
  if (amount > left) throw new ApiError("correction.creditTooMuch", leftToCorrect(left))
}
