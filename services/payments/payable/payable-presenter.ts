import { ApiError } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { AcceptedPayment, PayableBill } from "./payable.ts"

/** The refusal of a payment for bills that earlier payments have paid. */
export function alreadyPaidError(
  bills: readonly PayableBill[],
  { phoneNumber, timeZone }: { phoneNumber: string; timeZone: string },
): ApiError {
  const payments = new Map(
    bills.flatMap(({ paidBy }) => paidBy).map(({ payment }) => [payment.id, payment]),
  )
  return new ApiError("payment.billPaid", {
    payments: [...payments.values()].map((one) => paymentText(one, timeZone)).join(" and "),
    dueDates: bills.map(({ bill }) => shownDate(bill.dueDate)).join(" and "),
    phoneNumber,
  })
}

/** "YQ9N2M99 of $52.00 from 11/26/2026" */
function paymentText(
  { confirmationNumber, amount, acceptedAt }: AcceptedPayment,
  timeZone: string,
): string {
  return `${confirmationNumber} of ${dollarsOf(amount)} from ${shownDay(acceptedAt, timeZone)}`
}
