import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import { findPayment, type Payment } from "../paying/payments.store.ts"
import { isConfirmed, isTakenBack } from "../paying/state-machine.ts"
import { markReposted, markRevoked } from "./revoked.store.ts"
import { repostedEmail, revokedEmail } from "./revoked-email.ts"

type Needed = Pick<Deps, "database"> & Parameters<typeof revokedEmail>[0]

/**
 * Records once that the account system reversed a payment of this account on its own, such as by
 * its staff: the bill is open again, and the person gets an email. Staff get a difference,
 * `findHeldMoney`, because the money is still with us. Undefined if the payment belongs to another
 * account, its bank returned it, this was recorded before, or the account system has posted the
 * payment again since. `at`: when it was reversed. The returned function returns whether it was the
 * first to record it.
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
  if (payment?.repostedAt && at <= payment.repostedAt) return undefined
  const isOurs = payment?.accountNumber === accountNumber && isConfirmed(payment.status)
  if (!isOurs || isTakenBack(payment.status) || payment.revokedAt !== null) return undefined
  const email = await revokedEmail(deps, { ...payment, revokedAt: at }, at)
  return async (tx) => {
    const isFirst = await markRevoked(tx, client, paymentId, at)
    if (isFirst) await email.add(tx)
    return isFirst
  }
}

/**
 * Records once that the account system has posted a reversed payment again: the payment counts for
 * its bills again, and the person gets an email. Undefined if reads do not show its money, or if
 * `at` is not later than the reversal. The returned function returns whether it was the first to
 * record it.
 *
 * Errors: `AccountSystemAway`.
 */
export async function repost(
  deps: Needed,
  payment: Payment,
  at: Date,
): Promise<((tx: Queries) => Promise<boolean>) | undefined> {
  const { revokedAt } = payment
  if (revokedAt === null || at <= revokedAt || !(await isRevocationHeld(deps, payment)))
    return undefined
  const email = await repostedEmail(deps, { ...payment, revokedAt: null }, at)
  return async (tx) => {
    const isFirst = await markReposted(tx, payment, at)
    if (isFirst) await email.add(tx)
    return isFirst
  }
}

/**
 * Whether the account system has money of this payment: the sum of the payment's entries equals its
 * remaining amount. Errors: `AccountSystemAway`.
 */
export async function isRevocationHeld(
  { policyAdmin }: Pick<Deps, "policyAdmin">,
  { client, accountNumber, policyNumber, id }: Payment,
): Promise<boolean> {
  const entries = await policyAdmin.entries(client, accountNumber, policyNumber)
  return entries.reduce((sum, { lot, amount }) => (lot === id ? sum + amount : sum), 0) > 0
}
