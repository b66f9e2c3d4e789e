import { dollarsOf } from "#contracts/money.ts"
import { shownMoment } from "#platform/text/dates.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { nextChargeOf } from "../auto-pay/next-charge.ts"
import { emailTo } from "../differences/required-email.ts"
import type { Payment } from "../paying/payments.store.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import { type RefundNews, refundEmail, refundFailedEmail } from "./refund-email.ts"
import type { RefundRow } from "./refunds.store.ts"

/** The emails about refunds of one payment. They are sent even to customers who unsubscribed. */
export interface RefundEmails {
  /**
   * Reads the person and the brand, so that the emails can be added in a transaction. Errors:
   * `AccountSystemAway`.
   */
  prepare(payment: Payment): Promise<{ about: (refund: RefundRow) => ReadyEmail }>
}

export function createRefundEmails(
  deps: Pick<Deps, "database" | "brands"> & Parameters<typeof emailTo>[0],
): RefundEmails {
  const { policyAdmin, brands, brandOf, clock } = deps

  /** When auto pay charges a reopened bill of this payment; null if it does not. */
  async function autoPayOf(payment: Payment, policy?: Policy): Promise<RefundNews["autoPay"]> {
    const { client, dueDate } = payment
    if (!policy) return null
    if (dueDate !== null && policy.billing.skippedDueDates.includes(dueDate)) return null
    const today = await brands.todayOf(client)
    const { none } = await nextChargeOf(deps, payment, policy, today)
    if (none !== null) return null
    return dueDate !== null && dueDate > today.toString() ? "onDueDate" : "withNextBill"
  }

  return {
    async prepare(payment) {
      const { client, accountNumber, policyNumber } = payment
      const account = await policyAdmin.account(client, accountNumber)
      const person = account?.person
      const policy = account?.products.find((product) => product.policyNumber === policyNumber)
      const brand = await brandOf(client, payment.siteAddress)
      const autoPay = await autoPayOf(payment, policy)
      return {
        about({ id, amount, status, reopens }) {
          const isFailed = status === "failed"
          const name = isFailed ? "failed refund" : "refund"
          const notice = { name, id, paymentId: payment.id, amount } as const
          const news = {
            amount: dollarsOf(amount),
            paid: dollarsOf(payment.amount),
            method: payment.methodLabel,
            isCard: payment.methodKind === "card",
            product: productWithNumber(payment, policy),
            date: shownMoment(clock.now(), brand.timeZone),
            confirmationNumber: payment.confirmationNumber ?? "",
            reopens,
            autoPay,
          }
          return emailTo(deps, { client, accountNumber, person, brand }, notice, (to) =>
            isFailed ? refundFailedEmail({ ...news, ...to }) : refundEmail({ ...news, ...to }),
          ).add
        },
      }
    },
  }
}
