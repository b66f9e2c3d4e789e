import type { CatalogueEntry } from "./entry.ts"

const otherWay = "Please try again or use another payment method."

/** What paying can answer with. */
export const paymentMessages = {
  "payment.accepted": {
    status: 200,
    type: "SUCCESS",
    content:
      "Thank you. Your payment of {amount} was accepted. Your confirmation number is {confirmationNumber}.",
  },
  "payment.returned": {
    status: 200,
    type: "FAILURE",
    content:
      "Your bank returned your payment of {amount}, so the amount is due again. Please use another payment method or call us.",
  },
  "payment.unknown": {
    status: 504,
    type: "INFO",
    content:
      "We are still checking whether your payment went through. Please do not pay again: this page tells you as soon as we know.",
  },
  "payment.alreadyOpen": {
    status: 409,
    type: "INFO",
    content:
      "A payment for this product is on its way already. Please do not pay again. Nothing more was taken.",
  },
  "payment.amountChanged": {
    status: 409,
    type: "INFO",
    content:
      "The amount due has changed and is now {amount}. Nothing was taken. Please check the amount before you pay.",
  },
  "payment.lessThanDue": {
    status: 409,
    type: "INFO",
    content:
      "The amount due is now {amount}, which is more than this payment. Only the full amount due can be paid here. Nothing was taken. Please check the amount before you pay.",
  },
  "payment.nothingDue": {
    status: 409,
    type: "INFO",
    content: "Nothing is due for this product now, so nothing was taken.",
  },
  "payment.notPossible": { status: 409, type: "INFO", content: "{reason} Nothing was taken." },
  "payment.keyReused": {
    status: 409,
    type: "ERROR",
    content:
      "This payment was sent before with other details. Nothing more was taken. Please begin again.",
  },
  "payment.methodExpired": {
    status: 422,
    type: "ERROR",
    content: "{method} has expired. Nothing was taken. Please use another payment method.",
  },
  "payment.declined.insufficientFunds": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because the account does not hold enough. Nothing was taken. ${otherWay}`,
  },
  "payment.declined.expiredCard": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because the card has expired. Nothing was taken. ${otherWay}`,
  },
  "payment.declined.incorrectCvc": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because the card's security code was not right. Nothing was taken. ${otherWay}`,
  },
  "payment.declined.lostOrStolen": {
    status: 402,
    type: "FAILURE",
    content:
      "Your bank declined the payment and does not allow this card any more. Nothing was taken. Please use another payment method.",
  },
  "payment.declined.accountClosed": {
    status: 402,
    type: "FAILURE",
    content:
      "Your bank declined the payment because the account is closed. Nothing was taken. Please use another payment method.",
  },
  "payment.declined.other": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment and does not say why. Nothing was taken. ${otherWay}`,
  },
  "payment.declined.away": {
    status: 402,
    type: "FAILURE",
    content:
      "We could not reach the service that takes payments. Nothing was taken. Please try again in a few minutes.",
  },
  "payment.declined.methodGone": {
    status: 402,
    type: "FAILURE",
    content:
      "This payment method was deleted. Nothing was taken. Please use another payment method.",
  },
  "payment.declined.tooLate": {
    status: 402,
    type: "FAILURE",
    content:
      "Your payment could not be made in time, and we have cancelled it. Nothing was taken. Please pay again.",
  },
} as const satisfies Record<string, CatalogueEntry>
