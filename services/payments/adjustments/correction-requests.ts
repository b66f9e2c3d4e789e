import { ApiError } from "#contracts/messages.ts"
import type { Deps } from "#services/deps.ts"
import { findStoredSoFar } from "../paying/product-lock.store.ts"
import { readAgain } from "../paying/read-again.ts"
import { type By, findBill } from "./correction-audit.ts"
import { leftToCorrect } from "./correction-presenter.ts"
import type { AskedCorrection, CorrectionRecording } from "./correction-recording.ts"
import { amountToCredit, amountToWriteOff } from "./correction-rules.ts"
import type { Correction } from "./corrections.store.ts"

export interface CorrectionRequest
  extends Omit<AskedCorrection, "kind" | "reverses" | "reversedKind"> {
  kind: "credit" | "writeOff"
}

/**
 * Credits and write-offs that staff request. Requests above the client's limit wait for approval.
 */
export function createCorrectionRequests(
  { database, brands, policyAdmin }: Deps,
  { repeated, record }: CorrectionRecording,
  postNow: (correction: Pick<Correction, "client" | "id">) => Promise<Correction>,
) {
  /**
   * Requests a credit or a write-off, and posts it unless it needs dual approval. The same key
   * returns the same correction.
   *
   * Errors: `AccountSystemAway`, `request.notFound` for a product or bill that does not belong to
   * this person, `correction.keyReused` if the details differ, `correction.notOpen`,
   * `correction.tooMuch`, `correction.noCredit`, `correction.creditTooMuch`, and errors of
   * `by.count`.
   */
  async function request(request: CorrectionRequest, by: By): Promise<Correction> {
    const asked = { ...request, reverses: null, reversedKind: null }
    const id = await readAgain(() => recordAsRead(asked, by), "server.unavailable")
    return await postNow({ client: asked.client, id })
  }

  async function recordAsRead(asked: AskedCorrection, by: By): Promise<string> {
    const known = await repeated(asked)
    if (known) return known.id
    const soFar = await findStoredSoFar(database, asked)
    const { client, accountNumber, policyNumber, amount } = asked
    const product = await policyAdmin.policy(client, accountNumber, policyNumber)
    if (!product) throw new ApiError("request.notFound")
    const bill = await findBill(policyAdmin, asked)
    const { mostCreditYears: mostYears } = await brands.refundRulesOf(client)
    const open = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const owed = open.reduce((sum, one) => sum + one.owed, 0)
    const { productDesc } = product.policy
    return await record(asked, {
      soFar,
      product: { productDesc, billDueDate: bill?.dueDate ?? null },
      check(_tx, others, now) {
        if (bill) checkWriteOff(amount, amountToWriteOff(bill, others, now))
        else checkCredit(amount, amountToCredit({ ...product, owed, mostYears }, others, now))
      },
      by,
    })
  }

  return { request }
}

function checkWriteOff(amount: number, left: number): void {
  if (left === 0) throw new ApiError("correction.notOpen")
  if (amount > left) throw new ApiError("correction.tooMuch", leftToCorrect(left))
}

function checkCredit(amount: number, left: number): void {
  if (left === 0) throw new ApiError("correction.noCredit")
  if (amount > left) throw new ApiError("correction.creditTooMuch", leftToCorrect(left))
}
