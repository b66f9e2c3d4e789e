import { ApiError } from "#contracts/messages.ts"
import { dollarAmount } from "./payment-presenter.ts"

/**
 * Checks the amount of a payment, in cents: it must be one of `payable`, of which the first is all
 * that is due.
 *
 * Errors: `payment.nothingDue`, `payment.lessThanDue`, `payment.amountChanged`.
 */
export function checkPayableAmount(amount: number, payable: readonly number[]): void {
  const [due = 0] = payable
  if (due === 0) throw new ApiError("payment.nothingDue")
  if (payable.includes(amount)) return
  throw new ApiError(
    amount < due ? "payment.lessThanDue" : "payment.amountChanged",
    dollarAmount(due),
  )
}
