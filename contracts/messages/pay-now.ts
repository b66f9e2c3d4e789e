import type { CatalogueEntry } from "./entry.ts"

const otherWay = "Please try again or use another payment method."

/** Replies to payments. */
export const paymentMessages = {
  "payment.accepted": {
    status: 200,
    type: "SUCCESS",
    content: "Thank you. Your payment was accepted.",
    moreValues: ["amount", "confirmationNumber"],
  },
  "payment.returned": {
    status: 200,
    type: "FAILURE",
    content:
      "Your bank returned your payment of {amount}: {why}. The amount is due again. Please use another payment method or call us.",
  },
  "payment.returned.rest": {
    status: 200,
    type: "FAILURE",
    content:
      "Your bank returned your payment of {amount}: {why}. We had refunded {refunded} of it before, so {left} is due again. Please use another payment method or call us.",
  },
  "payment.disputeLost": {
    status: 200,
    type: "FAILURE",
    content:
      "Your bank took back your payment of {amount} after a dispute, so the amount is due again. Please use another payment method or call us.",
  },
  "payment.disputeLost.rest": {
    status: 200,
    type: "FAILURE",
    content:
      "Your bank took back your payment of {amount} after a dispute. We had refunded {refunded} of it before, so {left} is due again. Please use another payment method or call us.",
  },
  "payment.revoked": {
    status: 200,
    type: "FAILURE",
    content:
      "We took your payment of {amount} back, so the amount is due again. We still have the money. Please call us before you pay again.",
  },
  "payment.revoked.settled": {
    status: 200,
    type: "INFO",
    content:
      "We took your payment of {amount} back, and its bill is not open anymore. You do not need to pay anything for it. We still have the money and will pay it back to you or count it for another bill.",
  },
  "payment.revoked.left": {
    status: 200,
    type: "INFO",
    content: "Auto Pay leaves this bill out until we have paid the money back or counted it again.",
  },
  "payment.reposted": {
    status: 200,
    type: "INFO",
    content:
      "We had taken your payment of {amount} back. We have corrected that: the payment counts again, so you do not need to pay this amount again.",
  },
  "payment.revoked.title": {
    status: 200,
    type: "INFO",
    content: "We took your payment back",
  },
  "payment.disputed": {
    status: 200,
    type: "INFO",
    content: "Your bank holds back your payment of {amount} while it decides about a dispute.",
  },
  "payment.disputeWon": {
    status: 200,
    type: "SUCCESS",
    content: "Your bank has decided that your payment of {amount} stands.",
  },
  "payment.inquiry": {
    status: 200,
    type: "INFO",
    content: "Your bank has a question about your payment of {amount}. The payment stands.",
  },
  "payment.refunded": {
    status: 200,
    type: "INFO",
    content: "We refunded {refunded} of your payment of {amount}.",
  },
  "payment.refundFailed": {
    status: 200,
    type: "INFO",
    content:
      "Our refund to {method} did not go through. We still have the money and will find another way to pay you back. You can also call us.",
  },
  "payment.unknown": {
    status: 504,
    type: "INFO",
    content:
      "We are still checking whether your payment went through. Please do not pay again. This page will tell you as soon as we know.",
  },
  "payment.authenticate": {
    status: 428,
    type: "INFO",
    content: "Your bank asks you to confirm this payment. You are not charged until you do.",
  },
  "payment.alreadyOpen": {
    status: 409,
    type: "INFO",
    content:
      "A payment for this product is already being processed. Please do not pay again. You were not charged again.",
  },
  "payment.amountChanged": {
    status: 409,
    type: "INFO",
    content:
      "The amount due has changed and is now {amount}. You were not charged. Please check the amount before you pay.",
  },
  "payment.lessThanDue": {
    status: 409,
    type: "INFO",
    content:
      "The amount due is now {amount}, which is more than this payment. You can pay all of it here, or only what is past due. You were not charged. Please check the amount before you pay.",
  },
  "payment.nothingDue": {
    status: 409,
    type: "INFO",
    content: "Nothing is due for this product now, so you were not charged.",
  },
  "payment.billPaid": {
    status: 409,
    type: "INFO",
    content:
      "We have your payment {payments}. Our account system still shows the {bills} as open. You were not charged again. Please do not pay again, and call us at {phoneNumber}, so that we can correct it.",
  },
  "payment.productEnded": {
    status: 409,
    type: "INFO",
    content:
      "This product has ended, so it cannot be paid here. You were not charged. If you have questions, please call us at {phoneNumber}.",
  },
  "payment.amountsDiffer": {
    status: 409,
    type: "INFO",
    content:
      "Our account system shows two different amounts for this product, so this payment was not made and you were not charged. Please try again later, or call us at {phoneNumber}.",
  },
  "payment.notMade": {
    status: 503,
    type: "INFO",
    content:
      "This payment was not made, and you were not charged. You can pay when our records are back.",
  },
  "payment.notPossible": { status: 409, type: "INFO", content: "{reason} You were not charged." },
  "payment.keyReused": {
    status: 409,
    type: "ERROR",
    content:
      "This payment was already sent with other details. You were not charged again. Please start over.",
  },
  "payment.methodExpired": {
    status: 422,
    type: "ERROR",
    content: "{method} has expired. You were not charged. Please use another payment method.",
  },
  "payment.methodUnverified": {
    status: 422,
    type: "ERROR",
    content:
      "{method} is not verified yet. You were not charged. {deposits} You can also use another payment method.",
  },
  "payment.methodBlocked": {
    status: 422,
    type: "ERROR",
    content:
      "{method} cannot be charged: {why}. You were not charged. Please use another payment method.",
  },
  "payment.methodToVerify": {
    status: 422,
    type: "INFO",
    content:
      "We have your new authorization for {method}. You were not charged, because the account must be verified first. We have sent you an email with the page where you verify it. {deposits}",
  },
  "payment.notAuthorized": {
    status: 422,
    type: "ERROR",
    content:
      "{method} could not be authorized again. You were not charged. Please use another payment method.",
  },
  "payment.declined.insufficientFunds": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because there is not enough money in the account. You were not charged. ${otherWay}`,
  },
  "payment.declined.expiredCard": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because the card has expired. You were not charged. ${otherWay}`,
  },
  "payment.declined.incorrectCvc": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment because the card's security code was not correct. You were not charged. ${otherWay}`,
  },
  "payment.declined.lostOrStolen": {
    status: 402,
    type: "FAILURE",
    content:
      "Your bank declined the payment and does not allow this card to be used. You were not charged. Please use another payment method.",
  },
  "payment.declined.accountClosed": {
    status: 402,
    type: "FAILURE",
    content:
      "Your bank declined the payment because the account is closed. You were not charged. Please use another payment method.",
  },
  "payment.declined.accountUnusable": {
    status: 402,
    type: "FAILURE",
    content:
      "Charges to this card or account are not allowed. You were not charged. Please use another payment method.",
  },
  "payment.declined.notAuthenticated": {
    status: 402,
    type: "FAILURE",
    content: `Your bank could not confirm that it was you. You were not charged. ${otherWay}`,
  },
  "payment.declined.other": {
    status: 402,
    type: "FAILURE",
    content: `Your bank declined the payment and did not say why. You were not charged. ${otherWay}`,
  },
  "payment.declined.methodGone": {
    status: 402,
    type: "FAILURE",
    content:
      "This payment method was deleted. You were not charged. Please use another payment method.",
  },
  "payment.declined.authorizationGone": {
    status: 402,
    type: "FAILURE",
    content:
      "Your authorization for this bank account has ended. You were not charged. Please authorize it again or use another payment method.",
  },
  "payment.declined.methodRefused": {
    status: 402,
    type: "FAILURE",
    content:
      "This payment method can no longer be charged. You were not charged, and your bank did not decline anything. Please use another payment method.",
  },
  "payment.declined.amountRefused": {
    status: 402,
    type: "FAILURE",
    content:
      "This amount is above what can be charged at once. You were not charged, and your bank did not decline anything. Please pay in another way or call us.",
  },
  "payment.canceled.away": {
    status: 503,
    type: "INFO",
    content:
      "We could not reach the service that takes payments. You were not charged, and your bank did not decline anything. Please try again in a few minutes.",
  },
  "payment.canceled.tooLate": {
    status: 503,
    type: "INFO",
    content:
      "We could not reach the service that takes payments in time, so we canceled your payment. You were not charged. Please pay again.",
  },
  "payment.canceled.accountRefused": {
    status: 503,
    type: "INFO",
    content:
      "The service that takes payments does not accept this payment from us at the moment. You were not charged, and your bank did not decline anything. Please use another payment method, try again later, or call us.",
  },
  "payment.canceled.refused": {
    status: 503,
    type: "INFO",
    content:
      "The service that takes payments did not accept this payment. You were not charged, and your bank did not decline anything. Please use another payment method, try again later, or call us.",
  },
  "payment.canceled.gatewayFailed": {
    status: 503,
    type: "INFO",
    content:
      "The service that takes payments had a fault during your payment, so we canceled it. Nothing was taken. You can pay again.",
  },
  "payment.canceled.otherAccount": {
    status: 409,
    type: "INFO",
    content:
      "We changed how we take payments before this payment was made, so we canceled it. You were not charged. Please add your payment method again and pay with it.",
  },
  "payment.canceled.suspended": {
    status: 503,
    type: "INFO",
    content: "Auto Pay was suspended before this charge was made. You were not charged.",
  },
  "payment.canceled.notAuthenticated": {
    status: 409,
    type: "INFO",
    content:
      "You did not confirm this payment with your bank, so we canceled it. You were not charged. You can submit it again.",
  },
  "payment.canceled.alreadyPaid": {
    status: 409,
    type: "INFO",
    content:
      "Your earlier payment for this product went through after all, so we canceled this one. You were not charged again.",
  },
} as const satisfies Record<string, CatalogueEntry>
