import { ApiError } from "#contracts/messages.ts"
import type { Deps } from "#services/deps.ts"
import { findContradicted } from "../paying/payable.store.ts"
import { findPayment } from "../paying/payments.store.ts"
import { findStoredSoFar } from "../paying/product-lock.store.ts"
import { readAgain } from "../paying/read-again.ts"
import { canReverse, canReverseRefund, isReversed } from "./correction-rules.ts"
import { type Correction, findCorrection } from "./corrections.store.ts"
import type { AskedCorrection, Circumstances } from "./corrections.ts"
import { findRefund } from "./refunds.store.ts"
import type { By } from "./staff-request.ts"

/**
 * A posted credit or write-off, a refund that left its bill paid, or a payment that prevents an
 * open bill from being paid.
 */
export interface Reversible {
  of: "correction" | "refund" | "payment"
  id: string
}

/** The product, kind and amount of a posting that can be reversed. */
type Reversed = Pick<
  Correction,
  "client" | "accountNumber" | "policyNumber" | "productDesc" | "reversedKind" | "amount"
>

/**
 * Reversals that staff request: they reverse a credit or a write-off, or open the bill that a
 * refund left paid. Reversals above the client's limit wait for approval, by the rule of the
 * original posting. A release of a payment always waits.
 */
export function createReversals(
  { database }: Deps,
  ask: (asked: AskedCorrection, by: By, read: () => Promise<Circumstances>) => Promise<Correction>,
) {
  /** Undefined if it does not exist at these clients, is not posted, or pays nothing. */
  async function findReversed(
    clients: string[],
    { of, id }: Reversible,
  ): Promise<Reversed | undefined> {
    if (of === "correction") {
      const correction = await findCorrection(database, clients, id)
      if (!correction || correction.kind === "reversal") return undefined
      const { kind: reversedKind, postedAmount, amount } = correction
      return { ...correction, reversedKind, amount: postedAmount || amount }
    }
    if (of === "payment") return (await findContradicted(database, clients, { id }))[0]
    const refund = await findRefund(database, clients, id)
    const payment = refund && (await findPayment(database, refund.client, refund.paymentId))
    if (!payment) return undefined
    const { policyNumber, productDesc } = payment
    return { ...refund, policyNumber, productDesc, reversedKind: "refund" }
  }

  /**
   * Requests a reversal, and posts it unless it needs dual approval. The same key returns the same
   * reversal. Errors: `AccountSystemAway`, `request.notFound`, `correction.keyReused`,
   * `correction.notReversible`, and errors of `by.count`.
   */
  async function reverse(
    client: string,
    reversible: Reversible,
    entered: Pick<AskedCorrection, "reason" | "key">,
    by: By,
  ): Promise<Correction> {
    return await readAgain(() => askAsRead(client, reversible, entered, by), "server.unavailable")
  }

  async function askAsRead(
    client: string,
    reversible: Reversible,
    entered: Pick<AskedCorrection, "reason" | "key">,
    by: By,
  ): Promise<Correction> {
    const known = await findReversed([client], reversible)
    const soFar = known && (await findStoredSoFar(database, known))
    const reversed = soFar && (await findReversed([client], reversible))
    if (!reversed) throw new ApiError("request.notFound")
    const { accountNumber, policyNumber, reversedKind, amount, productDesc } = reversed
    const asked = {
      ...{ client, accountNumber, policyNumber, reversedKind, amount, ...entered },
      kind: "reversal" as const,
      billNumber: null,
      reverses: reversible.id,
    }
    return await ask(asked, by, async () => ({
      soFar,
      product: { productDesc, billDueDate: null },
      alwaysWaits: reversible.of === "payment",
      async check(tx, all, now) {
        if (reversible.of === "payment" && !isReversed(reversible.id, all, now)) return
        const one = all.find((other) => other.id === reversible.id)
        const refund = reversible.of === "refund" && (await findRefund(tx, [client], reversible.id))
        const isPossible = refund ? canReverseRefund(refund, all, now) : canReverse(one, all, now)
        if (!isPossible) throw new ApiError("correction.notReversible")
      },
    }))
  }

  return { findReversed, reverse }
}
