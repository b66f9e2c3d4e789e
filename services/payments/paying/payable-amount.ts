import { ApiError } from "#contracts/messages.ts"
import type { Billing, OpenBill } from "#ports/policy-admin/port.ts"
import { payableInAnyState } from "#services/products/due-status.ts"
import { dollarAmount } from "./payment-presenter.ts"
import type { PaymentRequest } from "./payment-request.ts"

/**
 * Checks the amount of a payment, in cents. An auto pay charge is for the debt of its bills in
 * `open`, at most the announced amount; any other payment is for an amount that the person can pay
 * on `today`.
 *
 * Errors: `payment.nothingDue`, `payment.lessThanDue`, `payment.amountChanged`.
 */
export function checkPayableAmount(
  { amount, bills }: Pick<PaymentRequest, "amount" | "bills">,
  billing: Billing,
  open: readonly OpenBill[],
  today: Temporal.PlainDate,
): void {
  const payable = bills ? [announcedAmount(bills, open)] : payableInAnyState(billing, today)
  const [due = 0] = payable
  if (due === 0) throw new ApiError("payment.nothingDue")
  if (payable.includes(amount)) return
  throw new ApiError(
    amount < due ? "payment.lessThanDue" : "payment.amountChanged",
    dollarAmount(due),
  )
}

function announcedAmount(
  { numbers, announced }: NonNullable<PaymentRequest["bills"]>,
  open: readonly OpenBill[],
): number {
  const charged = open.filter(({ number }) => numbers.includes(number))
  return Math.min(
    announced,
    charged.reduce((sum, { owed }) => sum + owed, 0),
  )
}
