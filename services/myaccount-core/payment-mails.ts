import { messages } from "#contracts/messages.ts"
import type { Clock } from "#ports/clock.ts"
import type { Mail } from "#ports/mail/port.ts"
import { AccountSystemAway, type Person, type PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { MailBrand } from "#services/mails/brand.ts"
import { addressed, type Letter } from "#services/mails/letter.ts"
import { paymentDeclinedMail, paymentReturnedMail, receiptMail } from "#services/mails/payments.ts"
import { shownDate } from "./dates.ts"
import { dollarsOf } from "./money.ts"
import { declineMessage } from "./payment-words.ts"
import type { Payment } from "./payments.store.ts"

/** What is written to a person about a payment; nothing where nothing is to be sent. */
export interface PaymentMails {
  /** Unless the person has unsubscribed. Errors: `AccountSystemAway`. */
  receipt(payment: Payment): Promise<Mail | null>
  /**
   * For who was told that we are still checking, also when they have unsubscribed. The outcome does
   * not wait for an account system that is away: then there is none.
   */
  declined(payment: Payment, reason: string): Promise<Mail | null>
  /** Money is owed again, so it is sent in any case. Errors: `AccountSystemAway`. */
  returned(payment: Payment): Promise<Mail | null>
}

interface Needs {
  policyAdmin: PolicyAdmin
  clock: Clock
  brandOf: (client: string, siteAddress: string) => Promise<MailBrand>
}

export function createPaymentMails({ policyAdmin, clock, brandOf }: Needs): PaymentMails {
  async function write(
    payment: Payment,
    wants: (person: Person) => boolean,
    letter: (news: ReturnType<typeof newsOf>) => Letter,
  ): Promise<Mail | null> {
    const person = await policyAdmin.person(payment.client, payment.accountNumber)
    if (!person || person.emailAddress === "" || !wants(person)) return null
    const brand = await brandOf(payment.client, payment.siteAddress)
    return addressed(letter(newsOf(payment, person, brand)), brand, person.emailAddress)
  }

  function newsOf(payment: Payment, { firstName }: Person, brand: MailBrand) {
    return {
      brand,
      firstName,
      amount: dollarsOf(payment.amount),
      product: `${payment.productDesc}, ${payment.policyNumber}`,
      method: payment.methodLabel,
      date: shownDate(clock.today().toString()),
      confirmationNumber: payment.confirmationNumber ?? "",
    }
  }

  return {
    async receipt(payment) {
      return await write(payment, (person) => person.isEmailSubscribed, receiptMail)
    },
    async declined(payment, reason) {
      // The billing run tells of its own tries in its own words.
      if (payment.origin === "autoPay") return null
      const why = messages[declineMessage(reason)].content
      try {
        return await write(payment, always, (news) => paymentDeclinedMail({ ...news, why }))
      } catch (error) {
        if (error instanceof AccountSystemAway) return null
        throw error
      }
    },
    async returned(payment) {
      return await write(payment, always, paymentReturnedMail)
    },
  }
}

function always(): boolean {
  return true
}
