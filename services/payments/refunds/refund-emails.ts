import { dollarsOf } from "#contracts/money.ts"
import { addressed } from "#platform/email/email-message.ts"
import { shownMoment } from "#platform/text/dates.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import type { Payment } from "../processing/payments.store.ts"
import { refundEmail, refundFailedEmail } from "./refund-email.ts"
import type { RefundRow } from "./refunds.store.ts"

/** The emails about refunds of one payment. They ignore that a customer has unsubscribed. */
export interface RefundEmails {
  /**
   * Reads the person and the brand, so that the emails can be added in a transaction. `about` is null
   * for a person without an address. Errors: `AccountSystemAway`.
   */
  prepare(payment: Payment): Promise<{ about: (refund: RefundRow) => ReadyEmail | null }>
}

export function createRefundEmails({
  policyAdmin,
  brandOf,
  outbox,
  clock,
}: Pick<Deps, "policyAdmin" | "brandOf" | "outbox" | "clock">): RefundEmails {
  return {
    async prepare(payment) {
      const person = await policyAdmin.person(payment.client, payment.accountNumber)
      const brand = await brandOf(payment.client, payment.siteAddress)
      return {
        about({ amount, status, reopens }) {
          if (!person || person.emailAddress === "") return null
          const news = {
            brand,
            firstName: person.firstName,
            amount: dollarsOf(amount),
            paid: dollarsOf(payment.amount),
            method: payment.methodLabel,
            isCard: payment.methodKind === "card",
            product: `${payment.productDesc}, ${payment.policyNumber}`,
            date: shownMoment(clock.now(), brand.timeZone),
            confirmationNumber: payment.confirmationNumber ?? "",
            reopens,
          }
          const email = status === "failed" ? refundFailedEmail(news) : refundEmail(news)
          return (tx) => outbox.add(tx, addressed(email, brand, person.emailAddress))
        },
      }
    },
  }
}
