import { dollarsOf } from "#contracts/money.ts"
import type { Queries } from "#database/sql.ts"
import { shownDay } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { Deps } from "#services/deps.ts"
import { paymentRevokedEmail } from "../emails/payment-email.ts"
import { requiredEmail } from "../emails/required-email.ts"
import { leftOf, localizedPaymentMessage } from "../payment-presenter.ts"
import { findPayment, type Payment } from "../processing/payments.store.ts"
import { isConfirmed, isTakenBack } from "../processing/state-machine.ts"
import { productWithNumber } from "../product-with-number-presenter.ts"
import { markRevoked } from "./revoked.store.ts"

type Needed = Pick<Deps, "database" | "brands" | "localize"> & Parameters<typeof requiredEmail>[0]

/**
 * What happens once when the account system takes a payment of this account back on its own, such as
 * at a desk: the bill is open again, and the person gets an email. Staff get a difference, `findKeptMoney`,
 * because the money is still with us. Undefined if nothing happens: it is no payment of the account, its
 * bank took it back, or this is known. `at`: when it was taken back. The returned function returns whether
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
  const email = await emailAbout(deps, { ...payment, revokedAt: at }, at)
  return async (tx) => {
    const isFirst = await markRevoked(tx, client, paymentId, at)
    if (isFirst) await email.add(tx)
    return isFirst
  }
}

async function emailAbout(deps: Needed, payment: Payment, at: Date) {
  const { policyAdmin, brands, localize } = deps
  const { client, accountNumber, policyNumber, methodLabel, confirmationNumber } = payment
  const policy = await policyAdmin.product(client, accountNumber, policyNumber)
  const timeZone = await brands.timeZoneOf(client)
  const why = (await localizedPaymentMessage(localize, payment)).content.flatMap(paragraphsOf)
  const notice = {
    name: "revoked payment",
    id: confirmationNumber ?? payment.id,
    paymentId: payment.id,
    amount: leftOf(payment),
  } as const
  return await requiredEmail(deps, payment, notice, (to) =>
    paymentRevokedEmail({
      ...to,
      amount: dollarsOf(leftOf(payment)),
      product: productWithNumber(payment, policy),
      method: methodLabel,
      date: shownDay(at, timeZone),
      confirmationNumber: confirmationNumber ?? "",
      paidBy: "",
      why,
    }),
  )
}
