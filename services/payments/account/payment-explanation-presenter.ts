import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import type { DateText } from "#platform/text/dates.ts"
import { dayAt } from "#platform/time-zone.ts"
import { failedChargeOf } from "../auto-pay/failed-charge.ts"
import type { FailedChargeStatus } from "../auto-pay/failed-charge-status.ts"
import { failedText, nextTexts } from "../auto-pay/failed-charge-status-presenter.ts"
import { isMoneyRetained, localizedPaymentMessage } from "../paying/payment-presenter.ts"
import { isRefused } from "../paying/payment-reasons.ts"
import type { Payment, PaymentEvent } from "../paying/payments.store.ts"
import { isUndecided, type PaymentState } from "../paying/state-machine.ts"
import { paymentPartsOf } from "./payment-parts.ts"

/** States that need no explanation. */
const plainStates: readonly PaymentState[] = ["accepted", "pending", "settled"]

/**
 * Explains a payment in the history, as HTML. The last failed charge of a product has the same
 * explanation as in the email and on the other screens.
 */
export async function explanationOf(
  localize: Localize,
  payment: Payment,
  events: readonly PaymentEvent[],
  timeZone: string,
  dateText: DateText,
  story: FailedChargeStatus | undefined,
): Promise<string> {
  const { client, status, origin, methodLabel, amount, submittedAt } = payment
  const failedRefund = await failedRefundText(localize, payment, events)
  if (plainStates.includes(status) && !isMoneyRetained(payment)) return failedRefund
  const textOf = async (id: "autoPay.failed.canceled" | "autoPay.charging.now") => {
    const date = dateText(dayAt(submittedAt, timeZone).toString())
    const values = { method: methodLabel, amount: dollarsOf(amount), date }
    return (await localize(client, id, values)).content.join(" ")
  }
  if (story?.failed.paymentId === payment.id) {
    const next = await nextTexts(localize, client, story, dateText)
    return [await failedText(localize, client, story.failed, dateText), ...next].join(" ")
  }
  if (origin === "autoPay" && isUndecided(status)) return await textOf("autoPay.charging.now")
  if (isUndecided(status) && payment.authenticateBy !== null) {
    const amountText = { amount: dollarsOf(amount) }
    return (await localize(client, "payment.confirming.now", amountText)).content.join(" ")
  }
  if (origin === "autoPay" && isMadeAgain(payment)) return await textOf("autoPay.failed.canceled")
  const isFailed = status === "declined" || status === "returned" || isRefused(payment.reason)
  if (origin === "autoPay" && isFailed) {
    return await failedText(localize, client, failedChargeOf(payment, timeZone), dateText)
  }
  const told = await localizedPaymentMessage(localize, payment)
  return [...told.content, failedRefund].join(" ").trim()
}

/** Whether auto pay charges again on the next day what the gateway could not charge. */
function isMadeAgain({ status, reason }: Payment): boolean {
  return status === "canceled" && ["away", "tooLate", "gatewayFailed"].includes(reason)
}

/** The text for a failed last refund; "" if it did not fail. */
async function failedRefundText(
  localize: Localize,
  payment: Payment,
  events: readonly PaymentEvent[],
): Promise<string> {
  const last = paymentPartsOf(payment, events).findLast((part) => part !== undefined)
  if (last?.kind !== "refundFailed") return ""
  const values = { method: payment.methodLabel }
  return (await localize(payment.client, "payment.refundFailed", values)).content.join(" ")
}
