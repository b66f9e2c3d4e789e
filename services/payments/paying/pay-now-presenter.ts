import { decimalOf } from "#contracts/money.ts"
import { dueDatesOf } from "#contracts/payments/authorization-facts.ts"
import type { AuthorizationReader } from "#contracts/payments/authorization-reader.ts"
import type { PaymentReply, PayNowData } from "#contracts/payments/pay-now.ts"
import type { Localize } from "#platform/localize.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { payableAmounts } from "#services/products/due-status.ts"
import { type AutoPayNotice, productOf } from "#services/products/product-presenter.ts"
import { authorizedProductOf } from "./authorization-presenter.ts"
import { localizedPaymentMessage } from "./payment-presenter.ts"
import type { Payment } from "./payments.store.ts"
import { mayBeReturned, paidAt } from "./receipt-texts-presenter.ts"
import { isUndecided } from "./state-machine.ts"

interface PayNowFacts {
  reader: AuthorizationReader
  timeZone: string
  today: Temporal.PlainDate
  notices: ReadonlyMap<string, AutoPayNotice>
}

/** The data of the pay-now screen. `open`: its payment that is still being made. */
export function payNowDataOf(
  policy: Policy,
  open: Payment | undefined,
  { reader, timeZone, today, notices }: PayNowFacts,
): PayNowData {
  const autoPay = notices.get(policy.policyNumber)?.state
  return {
    activeProducts: [productOf(policy, today, notices)],
    payableAmounts: payableAmounts(policy.billing, today, autoPay).map(decimalOf),
    clientName: reader.clientName,
    currentDate: shownDate(today.toString()),
    authorizationReader: reader,
    openPayment: open
      ? {
          idempotencyKey: open.idempotencyKey,
          paymentAmount: decimalOf(open.amount),
          isAutoPay: yesNo(open.origin === "autoPay"),
          submittedDate: shownDay(open.submittedAt, timeZone),
        }
      : null,
    messages: [],
  }
}

export async function paymentReplyOf(localize: Localize, payment: Payment): Promise<PaymentReply> {
  return {
    paymentStatus: payment.status,
    confirmationNumber: payment.confirmationNumber ?? "",
    paymentAmount: decimalOf(payment.amount),
    paymentMethod: payment.methodLabel,
    paidAt: paidAt(payment).toISOString(),
    mayBeReturned: yesNo(mayBeReturned(payment)),
    needsAuthentication: yesNo(isUndecided(payment.status) && payment.authenticateBy !== null),
    messages: [await localizedPaymentMessage(localize, payment)],
  }
}

/**
 * The facts that are stored with the authorization of a payment. `amount` is in cents and pays the
 * oldest bills of `policy` first. Rows of earlier versions lack `product` and `dueDates`.
 */
export function authorisedPayment(
  payment: string,
  amount: number,
  method: string,
  policy: Policy,
  today: Temporal.PlainDate,
) {
  const { productDesc: product, dueAmounts } = authorizedProductOf(policy, today)
  const dueDates = dueDatesOf(dueAmounts, amount)
  return { payment, amount: decimalOf(amount), method, product, dueDates }
}
