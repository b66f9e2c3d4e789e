import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import { findPayment, type Payment } from "../processing/payments.store.ts"
import { isConfirmed, isTakenBack } from "../processing/state-machine.ts"
import { markRevoked } from "./revoked.store.ts"
import { revokedEmail } from "./revoked-email.ts"

type Needed = Pick<Deps, "database"> & Parameters<typeof revokedEmail>[0]

/**
 * Notes once that the account system takes a payment of this account back on its own, such as
 * at a desk: the bill is open again, and the person gets an email. Staff get a difference, `findKeptMoney`,
 * because the money is still with us. Undefined if the payment belongs to another account, its
 * bank took it back, or this was noted before. `at`: when it was taken back. The returned function returns whether
 * it was the first to note it.
 *
 * Errors: `AccountSystemAway`.
 */
export async function revoke(
  deps: Needed,
  { client, accountNumber }: Pick<Payment, "client" | "accountNumber">,
  paymentId: string,
  at: Date,
): Promise<((tx: Queries) => Promise<boolean>) | undefined> {
  const payment = await findPayment(deps.database, client, paymentId)
  const isOurs = payment?.accountNumber === accountNumber && isConfirmed(payment.status)
  if (!isOurs || isTakenBack(payment.status) || payment.revokedAt !== null) return undefined
  const email = await revokedEmail(deps, { ...payment, revokedAt: at }, at)
  return async (tx) => {
    const isFirst = await markRevoked(tx, client, paymentId, at)
    if (isFirst) await email.add(tx)
    return isFirst
  }
}
