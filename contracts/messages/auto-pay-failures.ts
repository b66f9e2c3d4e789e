import type { CatalogueEntry } from "./entry.ts"

const told = { status: 200, type: "INFO" } as const

/**
 * The texts for customers, on screens and in emails, after a charge of auto pay failed. The texts
 * of `payment.why` are the {why} of the others: a clause without a capital letter and a period.
 */
export const autoPayFailureMessages = {
  "payment.why.insufficientFunds": { ...told, content: "not enough money in the account" },
  "payment.why.expiredCard": { ...told, content: "the card has expired" },
  "payment.why.incorrectCvc": { ...told, content: "the card's security code was not correct" },
  "payment.why.lostOrStolen": { ...told, content: "the bank does not allow this card to be used" },
  "payment.why.accountClosed": { ...told, content: "the account is closed" },
  "payment.why.accountUnusable": { ...told, content: "the bank does not allow charges to it" },
  "payment.why.notAuthorized": {
    ...told,
    content: "the bank was told that this charge was not authorized",
  },
  /** A decline, unlike a return, is not the answer of a holder. */
  "payment.why.authorizationNeeded": {
    ...told,
    content: "the bank does not allow this charge without a new authorization",
  },
  "payment.why.authorizationGone": {
    ...told,
    content: "your authorization for this bank account has ended",
  },
  "payment.why.methodRefused": {
    ...told,
    content: "this payment method can no longer be charged",
  },
  "payment.why.amountRefused": {
    ...told,
    content: "the amount is above what can be charged at once",
  },
  "payment.why.accountRefused": {
    ...told,
    content: "the service that takes payments does not accept this charge from us at the moment",
  },
  "payment.why.refused": {
    ...told,
    content: "the service that takes payments did not accept this charge",
  },
  "payment.why.notAuthenticated": {
    ...told,
    content: "the bank only allows charges that you confirm yourself",
  },
  "payment.why.notVerified": { ...told, content: "this bank account could not be verified" },
  "payment.why.methodGone": { ...told, content: "this payment method was deleted" },
  "payment.why.methodElsewhere": {
    ...told,
    content: "the payment method for this product is saved under another account",
  },
  "payment.why.noMethod": {
    ...told,
    content: "no payment method of yours is saved for this product",
  },
  "payment.why.methodUnknown": {
    ...told,
    content: "the payment method for this product is not saved on this site",
  },
  "payment.why.otherAccount": {
    ...told,
    content: "we changed how we take payments, so it has to be added again",
  },
  "payment.why.closed": { ...told, content: "your account was closed" },
  "payment.why.otherProduct": {
    ...told,
    content: "the number of this product stands for another product than the one you authorized",
  },
  "payment.why.other": { ...told, content: "the bank did not say why" },
  "autoPay.failed": { ...told, content: "Auto Pay did not go through" },
  "autoPay.failed.declined": {
    ...told,
    content: "Auto Pay did not charge {method} on {date}: {why}.",
  },
  "autoPay.failed.methodGone": {
    ...told,
    content: "Auto Pay did not charge {amount} on {date}: {why}.",
  },
  /**
   * No charge was tried: the account was closed, or a charge was due after the method was deleted.
   */
  "autoPay.failed.stopped": { ...told, content: "Auto Pay stopped on {date}: {why}." },
  "autoPay.failed.returned": {
    ...told,
    content:
      "Your bank returned the {amount} that Auto Pay charged to {method} on {date}. The reason: {why}.",
  },
  "autoPay.failed.paymentReturned": {
    ...told,
    content:
      "Your bank returned the {amount} that you paid by {method} on {date}. The reason: {why}.",
  },
  "autoPay.failed.disputeLost": {
    ...told,
    content:
      "Your bank took back the {amount} that was paid by {method} on {date}, after a dispute.",
  },
  "autoPay.failed.canceled": {
    ...told,
    content:
      "Auto Pay did not charge {method} on {date}, because the service that takes payments was not available. You do not need to do anything: Auto Pay will try again.",
  },
  /** After a cancellation, the next billing run charges again. */
  "autoPay.next.nextDay": {
    ...told,
    content: "Auto Pay will try again on the next day, unless you pay first.",
  },
  "autoPay.next.tryAgain": {
    ...told,
    content: "We will charge {amount} on {date}, unless you pay first.",
  },
  "autoPay.next.withNextBill": {
    ...told,
    content:
      "On {date}, we charge {amount}: the {owed} due now and your next bill. If you pay {owed} before then, we charge only your next bill.",
  },
  "autoPay.next.givenUp": {
    ...told,
    content: "We will not try again. Pay {owed} now. Auto Pay continues with your next bill.",
  },
  "autoPay.next.settled": {
    ...told,
    content: "Your bill has been paid since then, so you do not need to do anything.",
  },
  /** The client may charge the method itself, so the customer must not pay, too. */
  "autoPay.next.elsewhere": {
    ...told,
    content:
      "If you chose this payment method by phone, the payment may be collected from it. Then you do not need to pay here. If you are not sure, please call us before you pay.",
  },
  "autoPay.suspended": { ...told, content: "Auto Pay is suspended" },
  "autoPay.suspended.now": {
    ...told,
    content: "Auto Pay is suspended.",
  },
  "autoPay.suspended.owed": {
    ...told,
    content: "Pay {owed} now to stay covered.",
  },
  "autoPay.resume.account": {
    ...told,
    content: "To restart Auto Pay, choose another payment method.",
  },
  "autoPay.resume.amount": {
    ...told,
    content:
      "You can pay in another way or call us. To start Auto Pay again, choose another payment method.",
  },
  "autoPay.resume.first": {
    ...told,
    content:
      "If you want to use Auto Pay, add a payment method and choose it under Change Auto Pay or Frequency.",
  },
  "autoPay.resume.expired": {
    ...told,
    content:
      "To restart Auto Pay, enter the card's new expiration date or add another card. Then authorize it.",
  },
  "autoPay.resume.authorize": {
    ...told,
    content: "To restart Auto Pay, authorize it under Change Auto Pay or Frequency.",
  },
  "autoPay.resume.afterPayment": {
    ...told,
    content: "Pay {owed} first.",
  },
  "autoPay.announced": { ...told, content: "Auto Pay will pay this bill" },
  "autoPay.announced.charge": {
    ...told,
    content: "Auto Pay will charge {amount} to {method} on {date}.",
  },
  /** {sentence} contains the business day of a debit on a day when banks are closed. */
  "autoPay.bankDay": { ...told, content: "{sentence}" },
  "autoPay.announced.rest": {
    ...told,
    content:
      "The other {rest} that you owe is not part of this charge. You can pay it after this charge. If you do not, Auto Pay charges it with your next bill.",
  },
  "autoPay.announced.nothingToDo": { ...told, content: "You do not need to do anything." },
  "autoPay.expiring": { ...told, content: "Your card expires soon" },
  "autoPay.expiring.card": {
    ...told,
    content:
      "{method} expires on {lastDay}, and Auto Pay charges it next on {date}. Please enter its new expiration date or choose another payment method so that your coverage continues.",
  },
  "autoPay.expired": { ...told, content: "Your card has expired" },
  "autoPay.expired.card": {
    ...told,
    content:
      "{method} expired on {lastDay}, and Auto Pay would charge it next on {date}. Please enter its new expiration date or choose another payment method so that your coverage continues.",
  },
  "autoPay.partial": { ...told, content: "Auto Pay paid a part of your bill" },
  "autoPay.partial.now": {
    ...told,
    content:
      "Auto Pay charged {amount} on {date}. {rest} of the bill due {dueDate} is left. Please pay it now. If you do not, Auto Pay charges it with your next bill, and we email you first.",
  },
  "autoPay.left": { ...told, content: "Auto Pay does not charge this bill" },
  "autoPay.left.now": {
    ...told,
    content:
      "Auto Pay has no charge planned for {rest} that you owe. If you do not pay it, Auto Pay charges it with your next bill, and we email you first.",
  },
  "autoPay.left.cannotCharge": { ...told, content: "Auto Pay cannot charge you: {why}." },
  "autoPay.left.payYourself": {
    ...told,
    content:
      "Please pay the bill yourself. If you want to use Auto Pay, set it up again under Change Auto Pay or Frequency.",
  },
  "payment.confirming": { ...told, content: "Please confirm your payment" },
  "payment.confirming.now": {
    ...told,
    content:
      'Your bank asks you to confirm your payment of {amount}. You are not charged until you do. Choose Pay Now in your <a href="/payment-center/products">payment center</a> to continue.',
  },
  "payment.recording": { ...told, content: "Your payment is being recorded" },
  "payment.recording.now": {
    ...told,
    content:
      "Your payment of {amount} is being recorded. It was accepted, so you do not need to pay it again.",
  },
  "payment.recording.other.title": { ...told, content: "A payment is being recorded" },
  "payment.recording.other": {
    ...told,
    content:
      "A payment that was made for this product before it came to your account is being recorded. You do not need to pay it again.",
  },
  "payment.recording.open.title": { ...told, content: "We have your payment" },
  "payment.recording.open": {
    ...told,
    content:
      "We have your payment {confirmationNumber} of {amount}. Our account system still shows its bill as open, and we are correcting that. You do not need to pay it again.",
  },
  "autoPay.charging": { ...told, content: "Auto Pay is charging now" },
  "autoPay.charging.now": {
    ...told,
    content:
      "Auto Pay is charging {amount} to {method}, and we do not know the result yet. You do not need to pay. The result will show here, and we will email you.",
  },
} as const satisfies Record<string, CatalogueEntry>
