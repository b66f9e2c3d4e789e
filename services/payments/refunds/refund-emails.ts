import { dollarsOf } from "#contracts/money.ts"
import { addressed } from "#platform/email/email-message.ts"
import { shownMoment } from "#platform/text/dates.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { nextChargeOf } from "../next-charge.ts"
import type { Payment } from "../processing/payments.store.ts"
import { type RefundNews, refundEmail, refundFailedEmail } from "./refund-email.ts"
import type { RefundRow } from "./refunds.store.ts"

/** The emails about refunds of one payment. They ignore that a customer has unsubscribed. */
export interface RefundEmails {
  /**
   * Reads the person and the brand, so that the emails can be added in a transaction. `about` is null
   * for a person without an address. Errors: `AccountSystemAway`.
   */
  prepare(payment: Payment): Promise<{ about: (refund: RefundRow) => ReadyEmail | null }>
}

export function createRefundEmails(
  deps: Pick<Deps, "database" | "policyAdmin" | "brands" | "brandOf" | "outbox" | "clock">,
): RefundEmails {
  const { policyAdmin, brands, brandOf, outbox, clock } = deps

  /** When auto pay charges a bill of this payment that is open again; null if it does not. */
  async function autoPayOf(payment: Payment): Promise<RefundNews["autoPay"]> {
    const { client, accountNumber, policyNumber, dueDate } = payment
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((product) => product.policyNumber === policyNumber)
    // Otherwise only the account system knows what it charges.
    if (!policy || !policyAdmin.billing) return null
    if (dueDate !== null && policy.billing.skippedDueDates.includes(dueDate)) return null
    const today = await brands.todayOf(client)
    const { none } = await nextChargeOf(deps, payment, policy, today)
    if (none !== null) return null
    return dueDate !== null && dueDate > today.toString() ? "onDueDate" : "withNextBill"
  }

  return {
    async prepare(payment) {
      const person = await policyAdmin.person(payment.client, payment.accountNumber)
      const brand = await brandOf(payment.client, payment.siteAddress)
      const autoPay = await autoPayOf(payment)
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
            autoPay,
          }
          const email = status === "failed" ? refundFailedEmail(news) : refundEmail(news)
          return (tx) => outbox.add(tx, addressed(email, brand, person.emailAddress))
        },
      }
    },
  }
}
