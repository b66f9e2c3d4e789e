import { dollarsOf } from "#contracts/money.ts"
import { keptDay } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { Deps } from "#services/deps.ts"
import { type RequiredEmail, requiredEmail } from "../differences/required-email.ts"
import { paymentRepostedEmail, paymentRevokedEmail } from "../paying/payment-email.ts"
import { dollarAmount, leftOf, localizedPaymentMessage } from "../paying/payment-presenter.ts"
import type { Payment } from "../paying/payments.store.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"

type Needed = Pick<Deps, "brands" | "localize"> & Parameters<typeof requiredEmail>[0]

/**
 * The email about a payment that the account system reversed at this time. Errors:
 * `AccountSystemAway`.
 */
export async function revokedEmail(
  deps: Needed,
  payment: Payment,
  at: Date,
): Promise<RequiredEmail> {
  const { content } = await localizedPaymentMessage(deps.localize, payment)
  return await emailAbout(deps, payment, at, { content, compose: paymentRevokedEmail })
}

/**
 * The email about a payment that the account system posted again at this time. Errors:
 * `AccountSystemAway`.
 */
export async function repostedEmail(
  deps: Needed,
  payment: Payment,
  at: Date,
): Promise<RequiredEmail> {
  const amount = dollarAmount(leftOf(payment))
  const { content } = await deps.localize(payment.client, "payment.reposted", amount)
  return await emailAbout(deps, payment, at, { content, compose: paymentRepostedEmail })
}

async function emailAbout(
  deps: Needed,
  payment: Payment,
  at: Date,
  { content, compose }: { content: readonly string[]; compose: typeof paymentRevokedEmail },
): Promise<RequiredEmail> {
  const { policyAdmin, brands } = deps
  const { client, accountNumber, policyNumber, methodLabel, confirmationNumber } = payment
  const policy = await policyAdmin.product(client, accountNumber, policyNumber)
  const timeZone = await brands.timeZoneOf(client)
  const notice = {
    name: "revoked payment",
    id: `${confirmationNumber ?? payment.id}${payment.revokedAt ? "" : ", posted again"}`,
    paymentId: payment.id,
    amount: leftOf(payment),
  } as const
  return await requiredEmail(deps, payment, notice, (to) =>
    compose({
      ...to,
      amount: dollarsOf(leftOf(payment)),
      product: productWithNumber(payment, policy),
      method: methodLabel,
      date: keptDay(at, timeZone),
      confirmationNumber: confirmationNumber ?? "",
      paidBy: "",
      why: content.flatMap(paragraphsOf),
    }),
  )
}
