import { messages } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import { shownMoment } from "#platform/text/dates.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { OptionalEmails, ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { declineMessage, paidAt, staffFor } from "../payment-presenter.ts"
import type { Payment } from "../processing/payments.store.ts"
import {
  paymentDeclinedEmail,
  paymentDisputeLostEmail,
  paymentReturnedEmail,
  receiptEmail,
} from "./payment-email.ts"

/** The emails about a payment; null when none must be sent. */
export interface PaymentEmails {
  /** Not for customers who unsubscribed. Errors: `AccountSystemAway`. */
  receipt(payment: Payment): Promise<ReadyEmail | null>
  /**
   * For customers who left while we were still checking, even if they unsubscribed. Null when the
   * account system is away: the decline does not wait for it.
   */
  declined(payment: Payment, reason: string): Promise<ReadyEmail | null>
  /**
   * About a return or lost dispute. Sent even to customers who unsubscribed: they owe the amount
   * again. Errors: `AccountSystemAway`.
   */
  returned(payment: Payment): Promise<ReadyEmail | null>
}

export function createPaymentEmails(deps: Deps, optionalEmails: OptionalEmails): PaymentEmails {
  const { policyAdmin, clock, outbox, brandOf } = deps

  /** Ignores that a customer has unsubscribed. */
  async function writeAnyway(
    payment: Payment,
    letter: (news: ReturnType<typeof newsOf>) => EmailMessage,
  ): Promise<ReadyEmail | null> {
    const person = await policyAdmin.person(payment.client, payment.accountNumber)
    if (!person || person.emailAddress === "") return null
    const brand = await brandOf(payment.client, payment.siteAddress)
    const written = letter(newsOf(payment, { brand, firstName: person.firstName }, clock.now()))
    const mail = addressed(written, brand, person.emailAddress)
    return (tx) => outbox.add(tx, mail)
  }

  function newsOf(payment: Payment, to: { brand: EmailBrand; firstName: string }, at: Date) {
    return {
      ...to,
      amount: dollarsOf(payment.amount),
      product: `${payment.productDesc}, ${payment.policyNumber}`,
      method: payment.methodLabel,
      date: shownMoment(at, to.brand.timeZone),
      confirmationNumber: payment.confirmationNumber ?? "",
      paidBy: payment.staffUserid === null ? "" : staffFor(payment.staffUserid, "you"),
    }
  }

  return {
    async receipt(payment) {
      return await optionalEmails.write(payment, (to) =>
        receiptEmail(newsOf(payment, to, paidAt(payment))),
      )
    },
    async declined(payment, reason) {
      // The billing run sends its own emails.
      if (payment.origin === "autoPay") return null
      const why = messages[declineMessage(reason)].content
      try {
        return await writeAnyway(payment, (news) => paymentDeclinedEmail({ ...news, why }))
      } catch (error) {
        if (error instanceof AccountSystemAway) return null
        throw error
      }
    },
    async returned(payment) {
      const isLost = payment.status === "disputeLost"
      return await writeAnyway(payment, isLost ? paymentDisputeLostEmail : paymentReturnedEmail)
    },
  }
}
