import type { Message } from "#contracts/messages.ts"
import { readItem, writeItem } from "#web/calls/local-storage.ts"
import { accessToken } from "#web/identity/session/session.ts"
import { notify } from "#web/shell/notifications/notifications.ts"

/**
 * Notes that the result of a payment sent from this browser was not displayed here. It stores only
 * this fact, without a person or amount. The next login explains where to look.
 */
export function noteSentPayment(isUnseen: boolean): void {
  writeItem("unseenPayment", isUnseen ? "sent" : null)
}

/** Explains at the login that a payment was in progress when the session ended. */
export function notifyAtLogin(): void {
  if (readItem("unseenPayment") === null) return
  writeItem("unseenPayment", "ended")
  notify([message("payment.unseen", atLogin)], "/")
}

/** Explains after the next login where to find the result. */
export function notifyAfterLogin(): void {
  if (readItem("unseenPayment") !== "ended") return
  notify([message("payment.unseen", afterLogin)])
}

/** The history shows the result, so later logins do not mention it. */
export function forgetUnseenPayment(): void {
  if (readItem("unseenPayment") === "ended") writeItem("unseenPayment", null)
}

/**
 * Explains at the login that nothing was charged, if the session ended before a payment was sent.
 */
export function warnNothingSent(): void {
  if (accessToken() || readItem("unseenPayment") !== null) return
  notify([message("payment.notSent", notSent)], "/")
}

function message(messageId: string, text: string): Message {
  return { type: "INFO", content: [text], messageId }
}

const atLogin =
  "A payment was being made when your session ended, and its result was not shown here. Please do not pay again before you have looked at it: log in and open your payment history."
const afterLogin =
  'Your last session ended while a payment was being made. Please look at your <a href="/payment-center/payment-history">payment history</a> before you pay again: it shows whether the payment was made.'
const notSent = "Your session ended before your payment was made. You were not charged."
