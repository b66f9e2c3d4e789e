import { decimalOf } from "#contracts/money.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { Payment } from "#services/payments/paying/payment-processing.ts"

/** The payment of a search result, found by its confirmation number; its day in this time zone. */
export function paymentFacts(payment: Payment, timeZone: string) {
  const { methodKind, methodLabel, methodLastFour, policyNumber, dueDate } = payment
  const lastFour = {
    paymentType: methodLabel.replace(/ ending in .*$/, ""),
    accountNumberLast4Digit: methodLastFour,
  }
  const isCard = methodKind === "card"
  return {
    paymentConfirmationNumber: payment.confirmationNumber ?? "",
    paymentDate: shownDay(payment.submittedAt, timeZone),
    billingDay: dueDate === null ? "" : String(Number(dueDate.slice(8, 10))),
    paymentDetail: [
      {
        paymentType: isCard ? ("CREDITCARD" as const) : ("BANKACCOUNT" as const),
        paymentAmount: decimalOf(payment.amount),
        policyNumber,
        ...(isCard ? { creditCard: lastFour } : { bankAccount: lastFour }),
      },
    ],
  }
}

/** Coming charges of an account that no email told the customer of. Amounts are cents. */
export type UnsentChargeNotices = (
  client: string,
  accountNumber: string,
) => Promise<{ policyNumber: string; amount: number; chargeOn: string }[]>

export function shownUnsentChargeNotice(charge: Awaited<ReturnType<UnsentChargeNotices>>[number]) {
  const { policyNumber, amount, chargeOn } = charge
  return { policyNumber, amount: decimalOf(amount), chargeDate: shownDate(chargeOn) }
}
