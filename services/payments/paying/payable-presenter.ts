import { ApiError } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { listed } from "#platform/text/words.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { AcceptedPayment, PayableBill } from "./payable.ts"

/** The error for a payment of bills that earlier payments have paid. */
export function alreadyPaidError(
  bills: readonly PayableBill[],
  { phoneNumber, timeZone }: { phoneNumber: string; timeZone: string },
): ApiError {
  const payments = new Map(
    bills.flatMap(({ paidBy }) => paidBy).map(({ payment }) => [payment.id, payment]),
  )
  return new ApiError("payment.billPaid", {
    payments: listed([...payments.values()].map((one) => paymentText(one, timeZone))),
    bills: `${bills.length === 1 ? "bill" : "bills"} due ${listed(bills.map(({ bill }) => dateInWords(bill.dueDate)))}`,
    phoneNumber,
  })
}

/** Returns, for example, "YQ9N2M99 of $52.00 from November 26, 2026". */
function paymentText(
  { confirmationNumber, amount, acceptedAt }: AcceptedPayment,
  timeZone: string,
): string {
  return `${confirmationNumber} of ${dollarsOf(amount)} from ${dateInWords(dayAt(acceptedAt, timeZone).toString())}`
}
