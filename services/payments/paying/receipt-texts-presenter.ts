import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { isMoneyRetained, leftOf, staffFor, whyText } from "./payment-presenter.ts"
import type { Payment } from "./payments.store.ts"
import { isTakenBack } from "./state-machine.ts"

/** When a confirmed payment was made: when it was accepted or, for a bank debit, submitted. */
export function paidAt({ decidedAt, submittedAt }: Payment): Date {
  return decidedAt ?? submittedAt
}

/** Sentences for a receipt about later refunds, returns and disputes of the payment. */
export async function takenBackTexts(localize: Localize, payment: Payment): Promise<string[]> {
  const { status, refunded } = payment
  const left = dollarsOf(leftOf(payment))
  const after = status === "disputeLost" ? " after a dispute" : ""
  const why = status === "returned" ? `: ${await whyText(localize, payment)}` : ""
  return [
    ...(isTakenBack(status)
      ? [`Your bank took ${left} of this payment back${after}${why}. That amount became due again.`]
      : []),
    ...(isMoneyRetained(payment)
      ? [
          `We took ${left} of this payment back. That amount became due again; we still have the money.`,
        ]
      : []),
    ...(refunded > 0 ? [`We refunded ${dollarsOf(refunded)} of this payment.`] : []),
  ]
}

/** Each bill that a payment pays, with the paid part; empty for a payment of an earlier version. */
export function paidBillFacts({ pays }: Pick<Payment, "pays">): [name: string, amount: string][] {
  return (pays ?? []).map(({ dueDate, amount }) => [
    `Bill due on ${dateInWords(dueDate)}`,
    dollarsOf(amount),
  ])
}

/** The person or arrangement that paid, as text; `customer` is the name of the customer. */
export function paidBy({ staffUserid, origin }: Payment, customer: string): string {
  if (staffUserid !== null) return staffFor(staffUserid, customer)
  return origin === "autoPay" ? `Auto Pay for ${customer}` : customer
}

/** Text on the receipt of a bank debit until the debit is settled. */
export const bankDebitReceiptText =
  "Your bank may take a few days to make this payment, and can still return it. We email you if that happens."

export function mayBeReturned({ methodKind, status }: Payment): boolean {
  return methodKind === "bank" && (status === "accepted" || status === "pending")
}
