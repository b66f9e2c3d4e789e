import type { Message, MessageId } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import type { Payment } from "./processing/payments.store.ts"
import { isUndecided } from "./processing/state-machine.ts"

const declined: Record<string, MessageId> = {
  insufficient_funds: "payment.declined.insufficientFunds",
  expired_card: "payment.declined.expiredCard",
  incorrect_cvc: "payment.declined.incorrectCvc",
  lost_or_stolen: "payment.declined.lostOrStolen",
  account_closed: "payment.declined.accountClosed",
  away: "payment.declined.away",
  methodGone: "payment.declined.methodGone",
  tooLate: "payment.declined.tooLate",
}

/** Why a payment was declined, in the words that a person reads. */
export function declineMessage(reason: string): MessageId {
  return declined[reason] ?? "payment.declined.other"
}

/** How a payment stands, in the words that a person reads. */
export function paymentMessage(payment: Payment): [MessageId, Record<string, string>] {
  const { status, reason, amount, confirmationNumber } = payment
  if (isUndecided(status)) return ["payment.unknown", {}]
  if (status === "declined") return [declineMessage(reason), {}]
  if (status === "returned") return ["payment.returned", { amount: dollarsOf(amount) }]
  const values = { amount: dollarsOf(amount), confirmationNumber: confirmationNumber ?? "" }
  return ["payment.accepted", values]
}

/** Who did it, where it was not the person themselves. */
export function staffFor(staffUserid: string, person: string): string {
  return `Customer service (${staffUserid}) for ${person}`
}

export async function sayOfPayment(localize: Localize, payment: Payment): Promise<Message> {
  return await localize(payment.client, ...paymentMessage(payment))
}
