import type { Message, MessageId } from "#contracts/messages.ts"
import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import type { DeclineReason } from "#ports/payment-gateway/port.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import type { Payment } from "./processing/payments.store.ts"
import { isTakenBack, isUndecided, type PaymentState } from "./processing/state-machine.ts"

const declined: Record<string, MessageId> = {
  insufficient_funds: "payment.declined.insufficientFunds",
  expired_card: "payment.declined.expiredCard",
  incorrect_cvc: "payment.declined.incorrectCvc",
  lost_or_stolen: "payment.declined.lostOrStolen",
  account_closed: "payment.declined.accountClosed",
  not_authenticated: "payment.declined.notAuthenticated",
  methodGone: "payment.declined.methodGone",
}

const why: Record<DeclineReason | "methodGone" | "notVerified", MessageId> = {
  insufficient_funds: "payment.why.insufficientFunds",
  expired_card: "payment.why.expiredCard",
  incorrect_cvc: "payment.why.incorrectCvc",
  lost_or_stolen: "payment.why.lostOrStolen",
  account_closed: "payment.why.accountClosed",
  account_unusable: "payment.why.accountUnusable",
  not_authorized: "payment.why.notAuthorized",
  not_authenticated: "payment.why.notAuthenticated",
  other: "payment.why.other",
  methodGone: "payment.why.methodGone",
  notVerified: "payment.why.notVerified",
}

const canceled: Record<string, MessageId> = {
  away: "payment.canceled.away",
  alreadyPaid: "payment.canceled.alreadyPaid",
  suspended: "payment.canceled.suspended",
  notAuthenticated: "payment.canceled.notAuthenticated",
}

/** When a confirmed payment was made: when it was accepted or, by bank, submitted. */
export function paidAt({ decidedAt, submittedAt }: Payment): Date {
  return decidedAt ?? submittedAt
}

const laterMessages: Partial<Record<PaymentState, MessageId>> = {
  returned: "payment.returned",
  partlyRefunded: "payment.refunded",
  refunded: "payment.refunded",
  inquiry: "payment.inquiry",
  disputed: "payment.disputed",
  disputeWon: "payment.disputeWon",
  disputeLost: "payment.disputeLost",
}

/** The message about a payment whose result is not known yet. */
export function undecidedMessage({ authenticateBy }: Payment): MessageId {
  return authenticateBy === null ? "payment.unknown" : "payment.authenticate"
}

/** The message that tells a customer why a payment was declined. */
export function declineMessage(reason: string): MessageId {
  return declined[reason] ?? "payment.declined.other"
}

/** The message that tells a customer why a payment was canceled. */
export function cancelMessage(reason: string): MessageId {
  return canceled[reason] ?? "payment.canceled.tooLate"
}

/** The reason of a failed charge as a clause, for the stories about auto pay. */
export function whyMessage(reason: string): MessageId {
  return Object.hasOwn(why, reason) ? why[reason as DeclineReason] : "payment.why.other"
}

/** The message for the state of a payment, with its values. */
function paymentMessage(payment: Payment): [MessageId, Record<string, string>] {
  const { status, reason, amount, refunded, confirmationNumber } = payment
  if (isUndecided(status)) return [undecidedMessage(payment), {}]
  if (status === "declined") return [declineMessage(reason), {}]
  if (status === "canceled") return [cancelMessage(reason), {}]
  const later = laterMessages[status]
  const shown = isTakenBack(status) ? leftOf(payment) : amount
  if (later) return [later, { ...dollarAmount(shown), refunded: dollarsOf(refunded) }]
  const values = { ...dollarAmount(amount), confirmationNumber: confirmationNumber ?? "" }
  return ["payment.accepted", values]
}

export async function localizedPaymentMessage(
  localize: Localize,
  payment: Payment,
): Promise<Message> {
  return await localize(payment.client, ...paymentMessage(payment))
}

/** Cents of the payment that were not refunded. */
export function leftOf({ amount, refunded }: Payment): number {
  return amount - refunded
}

/** Sentences for a receipt about money of the payment that was given or taken back since. */
export function takenBackTexts(payment: Payment): string[] {
  const { status, refunded } = payment
  const after = status === "disputeLost" ? " after a dispute" : ""
  const left = `${dollarsOf(leftOf(payment))} of this payment back${after}`
  return [
    ...(isTakenBack(status) ? [`Your bank took ${left}, so that amount became due again.`] : []),
    ...(refunded > 0 ? [`We refunded ${dollarsOf(refunded)} of this payment.`] : []),
  ]
}

/** The amount of a message, such as "$1,234.50". */
export function dollarAmount(cents: number): { amount: string } {
  return { amount: dollarsOf(cents) }
}

/** Names the staff member who acted for the customer. */
export function staffFor(staffUserid: string, customer: string): string {
  return `Customer service (${staffUserid}) for ${customer}`
}

/** The details of a payment for the audit log. */
export function auditedPayment(
  payment: Pick<Payment, "id" | "policyNumber" | "amount"> & { refunded?: number },
  more: Record<string, string>,
): NonNullable<AuditEntry["after"]> {
  const { id, policyNumber, amount, refunded = 0 } = payment
  return {
    payment: id,
    policyNumber,
    amount: decimalOf(amount),
    ...(refunded > 0 && { refunded: decimalOf(refunded) }),
    ...more,
  }
}

/** The reason in the event of a refund: the sum of all refunds, such as "10.00". */
export function refundReason(cents: number): string {
  return decimalOf(cents)
}
