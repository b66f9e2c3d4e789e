import { decimalOf } from "#contracts/money.ts"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { Payment } from "#services/payments/paying/payment-processing.ts"

/** The payment of a search by confirmation number. Its day is in this time zone. */
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

/** Money facts of an account; undefined while the account system is away. */
export type AccountMoney = (account: {
  client: string
  accountNumber: string
}) => Promise<FoundCustomer["money"]>

/**
 * Upcoming charges of an account that the customer has not been notified of by email. Amounts are
 * cents.
 */
export type UnsentChargeNotices = (
  client: string,
  accountNumber: string,
) => Promise<{ policyNumber: string; amount: number; chargeOn: string }[]>

export function shownUnsentChargeNotice(charge: Awaited<ReturnType<UnsentChargeNotices>>[number]) {
  const { policyNumber, amount, chargeOn } = charge
  return { policyNumber, amount: decimalOf(amount), chargeDate: shownDate(chargeOn) }
}
