import { dollarsOf } from "#contracts/money.ts"
import { shownDay } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { Deps } from "#services/deps.ts"
import { paymentRevokedEmail } from "../emails/payment-email.ts"
import { type RequiredEmail, requiredEmail } from "../emails/required-email.ts"
import { leftOf, localizedPaymentMessage } from "../payment-presenter.ts"
import type { Payment } from "../processing/payments.store.ts"
import { productWithNumber } from "../product-with-number-presenter.ts"

/** The email about a payment that the account system took back at this moment. Errors: `AccountSystemAway`. */
export async function revokedEmail(
  deps: Pick<Deps, "brands" | "localize"> & Parameters<typeof requiredEmail>[0],
  payment: Payment,
  at: Date,
): Promise<RequiredEmail> {
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
