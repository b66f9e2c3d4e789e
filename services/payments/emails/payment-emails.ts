import { messages } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import { shownDate } from "#platform/text/dates.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type {
  ReadyEmail,
  TransactionEmails,
} from "#services/profile/subscriptions/transaction-emails.ts"
import { declineMessage, staffFor } from "../payment-presenter.ts"
import type { Payment } from "../processing/payments.store.ts"
import { paymentDeclinedEmail, paymentReturnedEmail, receiptEmail } from "./payment-email.ts"

/** What is written to a person about a payment; null where nothing is to be sent. */
export interface PaymentEmails {
  /** Unless the person has unsubscribed. Errors: `AccountSystemAway`. */
  receipt(payment: Payment): Promise<ReadyEmail | null>
  /**
   * For who was told that we are still checking, also when they have unsubscribed. The outcome does
   * not wait for an account system that is away: then there is none.
   */
  declined(payment: Payment, reason: string): Promise<ReadyEmail | null>
  /** Money is owed again, so it is sent in any case. Errors: `AccountSystemAway`. */
  returned(payment: Payment): Promise<ReadyEmail | null>
}

export function createPaymentEmails(
  deps: Deps,
  transactionEmails: TransactionEmails,
): PaymentEmails {
  const { policyAdmin, clock, outbox, brandOf } = deps

  /** Also to who has unsubscribed. */
  async function writeAnyway(
    payment: Payment,
    letter: (news: ReturnType<typeof newsOf>) => EmailMessage,
  ): Promise<ReadyEmail | null> {
    const person = await policyAdmin.person(payment.client, payment.accountNumber)
    if (!person || person.emailAddress === "") return null
    const brand = await brandOf(payment.client, payment.siteAddress)
    const written = letter(newsOf(payment, { brand, firstName: person.firstName }))
    const mail = addressed(written, brand, person.emailAddress)
    return (tx) => outbox.add(tx, mail)
  }

  function newsOf(payment: Payment, to: { brand: EmailBrand; firstName: string }) {
    return {
      ...to,
      amount: dollarsOf(payment.amount),
      product: `${payment.productDesc}, ${payment.policyNumber}`,
      method: payment.methodLabel,
      date: shownDate(clock.today().toString()),
      confirmationNumber: payment.confirmationNumber ?? "",
      paidBy: payment.staffUserid === null ? "" : staffFor(payment.staffUserid, "you"),
    }
  }

  return {
    async receipt(payment) {
      return await transactionEmails.write(payment, (to) => receiptEmail(newsOf(payment, to)))
    },
    async declined(payment, reason) {
      // The billing run tells of its own tries in its own words.
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
      return await writeAnyway(payment, paymentReturnedEmail)
    },
  }
}
