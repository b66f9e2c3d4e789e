import type { Message, MessageId } from "#contracts/messages.ts"
import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PaymentFailure } from "#contracts/payments/pay-now.ts"
import type { Localize } from "#platform/localize.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import {
  type CancelReason,
  type DeclinedReason,
  type MethodGoneReason,
  type RefusedReason,
  refusedDeclines,
} from "./payment-reasons.ts"
import type { Payment } from "./payments.store.ts"
import { isTakenBack, isUndecided, type PaymentState } from "./state-machine.ts"

const declined: Record<DeclinedReason, PaymentFailure> = {
  insufficient_funds: "payment.declined.insufficientFunds",
  expired_card: "payment.declined.expiredCard",
  incorrect_cvc: "payment.declined.incorrectCvc",
  lost_or_stolen: "payment.declined.lostOrStolen",
  account_closed: "payment.declined.accountClosed",
  account_unusable: "payment.declined.accountUnusable",
  not_authorized: "payment.declined.other",
  not_authenticated: "payment.declined.notAuthenticated",
  other: "payment.declined.other",
  methodGone: "payment.declined.methodGone",
  authorizationGone: "payment.declined.authorizationGone",
  methodRefused: "payment.declined.methodRefused",
  amountRefused: "payment.declined.amountRefused",
}

type WhyReason =
  | DeclinedReason
  | RefusedReason
  | MethodGoneReason
  | "methodUnknown"
  | "otherAccount"
  | "closed"
  | "otherProduct"

const why: Record<WhyReason, MessageId> = {
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
  authorizationGone: "payment.why.authorizationGone",
  methodRefused: "payment.why.methodRefused",
  amountRefused: "payment.why.amountRefused",
  accountRefused: "payment.why.accountRefused",
  refused: "payment.why.refused",
  notVerified: "payment.why.notVerified",
  methodElsewhere: "payment.why.methodElsewhere",
  noMethod: "payment.why.noMethod",
  methodUnknown: "payment.why.methodUnknown",
  otherAccount: "payment.why.otherAccount",
  closed: "payment.why.closed",
  otherProduct: "payment.why.otherProduct",
}

const canceled: Record<CancelReason, PaymentFailure | "payment.canceled.suspended"> = {
  away: "payment.canceled.away",
  tooLate: "payment.canceled.tooLate",
  alreadyPaid: "payment.canceled.alreadyPaid",
  suspended: "payment.canceled.suspended",
  notAuthenticated: "payment.canceled.notAuthenticated",
  accountRefused: "payment.canceled.accountRefused",
  refused: "payment.canceled.refused",
  gatewayFailed: "payment.canceled.gatewayFailed",
  otherAccount: "payment.canceled.otherAccount",
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

export const paymentStateLabels: Record<PaymentState, string> = {
  submitted: "Submitted",
  unknown: "Being checked",
  accepted: "Paid",
  pending: "On its way from your bank",
  settled: "Settled",
  returned: "Returned",
  declined: "Declined",
  canceled: "Not charged",
  partlyRefunded: "Refunded in part",
  refunded: "Refunded",
  inquiry: "Your bank is asking about it",
  disputed: "Disputed",
  disputeWon: "Confirmed after a question",
  disputeLost: "Returned after a dispute",
}

/** A charge that the gateway refused was not declined by a bank. */
export function stateLabel({ status, reason }: Pick<Payment, "status" | "reason">): string {
  const isRefused = status === "declined" && refusedDeclines.includes(reason)
  return paymentStateLabels[isRefused ? "canceled" : status]
}

/** The message about a payment whose result is not known yet. */
export function undecidedMessage({ authenticateBy }: Payment): MessageId {
  return authenticateBy === null ? "payment.unknown" : "payment.authenticate"
}

/** The message that explains to a customer why a payment was declined. */
export function declineMessage(reason: string): MessageId {
  return declined[reason as DeclinedReason] ?? "payment.declined.other"
}

/** The message that explains to a customer why a payment was canceled. */
export function cancelMessage(reason: string): MessageId {
  return canceled[reason as CancelReason] ?? "payment.canceled.tooLate"
}

/** The reason of a failed charge as a clause, for auto pay texts. `status`: of the payment. */
export function whyMessage(reason: string, status?: PaymentState): MessageId {
  if (status === "declined" && reason === "not_authorized") return "payment.why.authorizationNeeded"
  return Object.hasOwn(why, reason) ? why[reason as WhyReason] : "payment.why.other"
}

/** The message for the state of a payment, with its values. */
function paymentMessage(payment: Payment): [MessageId, Record<string, string>] {
  const { status, reason, amount, refunded, confirmationNumber } = payment
  if (isUndecided(status)) return [undecidedMessage(payment), {}]
  if (status === "declined") return [declineMessage(reason), {}]
  if (status === "canceled") return [cancelMessage(reason), {}]
  if (isMoneyRetained(payment)) return ["payment.revoked", dollarAmount(leftOf(payment))]
  const later = laterMessages[status]
  const amounts = { ...dollarAmount(amount), refunded: dollarsOf(refunded) }
  if (later && isTakenBack(status)) {
    const rest = status === "disputeLost" ? "payment.disputeLost.rest" : "payment.returned.rest"
    return [refunded > 0 ? rest : later, { ...amounts, left: dollarsOf(leftOf(payment)) }]
  }
  if (later) return [later, amounts]
  const values = { ...dollarAmount(amount), confirmationNumber: confirmationNumber ?? "" }
  return ["payment.accepted", values]
}

export async function localizedPaymentMessage(
  localize: Localize,
  payment: Payment,
): Promise<Message> {
  const [id, values] = paymentMessage(payment)
  const why = payment.status === "returned" ? await whyText(localize, payment) : ""
  return await localize(payment.client, id, { ...values, why })
}

/** The reason of a failed charge as plain text: a clause without a period. */
export async function whyText(
  localize: Localize,
  { client, reason, status }: Pick<Payment, "client" | "reason"> & { status?: PaymentState },
): Promise<string> {
  const { content } = await localize(client, whyMessage(reason, status))
  return content.flatMap(paragraphsOf).join(" ")
}

/** Cents of the payment that were not refunded. */
export function leftOf({ amount, refunded }: Payment): number {
  return amount - refunded
}

/** Whether the account system reversed the payment on its own, and its money is still with us. */
export function isMoneyRetained(payment: Payment): boolean {
  return Boolean(payment.revokedAt) && !isTakenBack(payment.status) && leftOf(payment) > 0
}

/** The amount in a message, such as "$1,234.50". */
export function dollarAmount(cents: number): { amount: string } {
  return { amount: dollarsOf(cents) }
}

/** Text with the staff member who acted for the customer. */
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
