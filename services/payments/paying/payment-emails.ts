import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { shownMoment } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { OptionalEmails, ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import {
  type Notice,
  type RequiredEmail,
  requiredEmail,
  unsentNoticeEmail,
} from "../differences/required-email.ts"
import { coverageAfter, endInWords } from "./coverage-presenter.ts"
import {
  paymentCanceledEmail,
  paymentDeclinedEmail,
  paymentReturnedEmail,
  receiptEmail,
} from "./payment-email.ts"
import type { PaymentListener } from "./payment-listener.ts"
import {
  cancelMessage,
  declineMessage,
  leftOf,
  localizedPaymentMessage,
} from "./payment-presenter.ts"
import type { Payment } from "./payments.store.ts"
import { productWithNumber } from "./product-with-number-presenter.ts"
import {
  bankDebitReceiptText,
  mayBeReturned,
  paidAt,
  paidBillFacts,
  paidBy,
  takenBackTexts,
} from "./receipt-texts-presenter.ts"
import { mayHaveLeft } from "./reply-time.ts"
import { isTakenBack } from "./state-machine.ts"

/** The emails about a payment; null if no email is needed. */
export interface PaymentEmails {
  /**
   * Sent to customers who unsubscribed only if they may have left before the result, or auto pay
   * left a part of the bill. Errors: `AccountSystemAway`.
   */
  receipt(payment: Payment): Promise<ReadyEmail | null>
  /**
   * Sent to customers who left while the result was pending, even if they unsubscribed. Does not
   * wait for an account system that is unavailable.
   */
  declined(payment: Payment, reason: string): Promise<ReadyEmail | null>
  /** Like `declined`, for a canceled payment. The text does not call it a decline. */
  canceled(payment: Payment, reason: string): Promise<ReadyEmail | null>
  /**
   * Email about a return or lost dispute that was posted. Sent even to customers who unsubscribed,
   * because they owe the amount again. It announces the next auto pay try. Errors:
   * `AccountSystemAway`.
   */
  returned(payment: Payment): Promise<ReadyEmail | null>
}

export function createPaymentEmails(
  deps: Deps,
  optionalEmails: OptionalEmails,
  listener: Pick<PaymentListener, "textAboutRest" | "afterReturn">,
): PaymentEmails {
  const { policyAdmin, clock, localize, brands } = deps

  async function writeAnyway(
    payment: Payment,
    name: Notice["name"],
    compose: (news: ReturnType<typeof newsOf>) => EmailMessage,
  ): Promise<RequiredEmail> {
    const product = await productOf(payment)
    return await requiredEmail(deps, payment, noticeOf(payment, name), (to) =>
      compose(newsOf(payment, { ...to, product }, clock.now())),
    )
  }

  async function productOf(payment: Payment): Promise<string> {
    const { client, accountNumber, policyNumber } = payment
    const policy = await policyAdmin.product(client, accountNumber, policyNumber)
    return productWithNumber(payment, policy)
  }

  async function coveredUntilAfter(payment: Payment): Promise<string> {
    const coverage = await coverageAfter(deps, payment, await brands.todayOf(payment.client))
    return endInWords(coverage)
  }

  function newsOf(payment: Payment, to: Reader, at: Date) {
    return {
      ...to,
      // Refunds came before a return or a lost dispute, which takes only the rest.
      amount: dollarsOf(isTakenBack(payment.status) ? leftOf(payment) : payment.amount),
      method: payment.methodLabel,
      date: shownMoment(at, to.brand.timeZone),
      confirmationNumber: payment.confirmationNumber ?? "",
      paidBy: isPaidByHand(payment) ? "" : paidBy(payment, "you"),
    }
  }

  /**
   * The email about a result does not wait for the account system: without it, an operator must
   * inform the customer.
   */
  async function unlessAway(
    payment: Payment,
    name: Notice["name"],
    compose: (news: ReturnType<typeof newsOf>) => EmailMessage,
  ): Promise<ReadyEmail> {
    try {
      return (await writeAnyway(payment, name, compose)).add
    } catch (error) {
      if (!(error instanceof AccountSystemAway)) throw error
      const why = "the account system was away"
      return unsentNoticeEmail(deps, payment, noticeOf(payment, name), why).add
    }
  }

  return {
    async receipt(payment) {
      const part = await listener.textAboutRest(payment)
      const more = [
        ...(part ? [part] : []),
        ...(mayBeReturned(payment) ? [bankDebitReceiptText] : []),
        ...(await takenBackTexts(localize, payment)),
      ]
      const isAutoPay = payment.origin === "autoPay"
      const coveredUntil = await coveredUntilAfter(payment)
      const product = await productOf(payment)
      const compose: Parameters<OptionalEmails["write"]>[1] = (to) =>
        receiptEmail({
          ...newsOf(payment, { ...to, product }, paidAt(payment)),
          ...{ bills: paidBillFacts(payment), isAutoPay, more, coveredUntil },
        })
      const receipt = await optionalEmails.write(payment, compose)
      if (receipt || !(part || mayHaveLeft(payment, paidAt(payment)))) return receipt
      return (await requiredEmail(deps, payment, noticeOf(payment, "receipt"), compose)).add
    },
    async declined(payment, reason) {
      // The billing run sends its own emails.
      if (payment.origin === "autoPay") return null
      const why = (await localize(payment.client, declineMessage(reason))).content
      return await unlessAway(payment, "declined payment", (news) =>
        paymentDeclinedEmail({ ...news, why: why.flatMap(paragraphsOf) }),
      )
    },
    async canceled(payment, reason) {
      // Auto pay tries again without any action by the customer.
      if (payment.origin === "autoPay") return null
      const why = (await localize(payment.client, cancelMessage(reason))).content
      return await unlessAway(payment, "canceled payment", (news) =>
        paymentCanceledEmail({ ...news, why: why.flatMap(paragraphsOf) }),
      )
    },
    async returned(payment) {
      const after = await listener.afterReturn(payment)
      const texts = after?.texts ?? (await localizedPaymentMessage(localize, payment)).content
      const why = texts.flatMap(paragraphsOf)
      const isLost = payment.status === "disputeLost"
      const email = await writeAnyway(payment, "returned payment", (news) =>
        paymentReturnedEmail({ ...news, why, isLost }),
      )
      return async (tx) => {
        await email.add(tx)
        await after?.announce(tx, !email.isAddressed)
      }
    },
  }
}

/** Identifies an email that could not be sent. */
function noticeOf(payment: Payment, name: Notice["name"]): Notice {
  const { id, confirmationNumber, status, amount } = payment
  const left = isTakenBack(status) ? leftOf(payment) : amount
  return { name, id: confirmationNumber ?? id, paymentId: id, amount: left }
}

type Reader = { brand: EmailBrand; firstName: string; product: string }

/** Whether the customer paid in person. */
function isPaidByHand({ staffUserid, origin }: Payment): boolean {
  return staffUserid === null && origin !== "autoPay"
}
