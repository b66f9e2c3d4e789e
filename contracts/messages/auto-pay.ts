import type { CatalogueEntry } from "./entry.ts"

/** Replies to a change of auto pay or of the payment frequency. */
export const autoPayMessages = {
  "autoPay.added": {
    status: 200,
    type: "SUCCESS",
    content:
      "{product} is now on Auto Pay. We will charge {amount} to {method} on {dueDate}. After that, each charge is {periodAmount} ({frequency}), on the due date or on a later day that we tell you first.",
  },
  "autoPay.removed": {
    status: 200,
    type: "SUCCESS",
    content:
      "{product} is no longer on Auto Pay. Please pay each bill yourself from now on. The next one is {amount}, due on {dueDate}.",
  },
  "autoPay.removedAndFrequency": {
    status: 200,
    type: "SUCCESS",
    content:
      "{product} is no longer on Auto Pay, and its payment frequency is now {frequency}. Please pay each bill yourself from now on. The next one is {amount}, due on {dueDate}. After that, each bill is {periodAmount}.",
  },
  "autoPay.productEnded": {
    status: 409,
    type: "INFO",
    content:
      "This product has ended, so its payment cannot be changed here. Nothing was changed. If you have questions, please call us at {phoneNumber}.",
  },
  "autoPay.otherBills": { status: 200, type: "INFO", content: "Other open bills: {bills}." },
  "autoPay.underWay": { status: 200, type: "INFO", content: "{charge}" },
  "autoPay.methodChanged": {
    status: 200,
    type: "SUCCESS",
    content:
      "Auto Pay for {product} now charges {method}. The next charge is {amount} on {dueDate}.",
  },
  "autoPay.frequencyChanged": {
    status: 200,
    type: "SUCCESS",
    content:
      "{product} is now paid {frequency}. The next payment is {amount}, due on {dueDate}. After that, each payment is {periodAmount}.",
  },
  "autoPay.unchanged": {
    status: 200,
    type: "INFO",
    content: "{product} is already paid this way, so nothing was changed.",
  },
  "autoPay.changed": {
    status: 409,
    type: "INFO",
    content:
      "The payment settings for this product have changed since you opened this page, so we did not make your change. Please check them again.",
  },
  "autoPay.amountChanged": {
    status: 409,
    type: "INFO",
    content:
      "The amounts for this product have changed since you opened this page, so we did not make your change. Please check them again.",
  },
  "autoPay.notPossible": { status: 409, type: "INFO", content: "{reason} Nothing was changed." },
  "autoPay.paymentOpen": {
    status: 409,
    type: "INFO",
    content:
      "A payment for this product is being processed. Nothing was changed. Please try again when the payment has gone through.",
  },
  "autoPay.methodExpired": {
    status: 422,
    type: "ERROR",
    content: "{method} has expired. Nothing was changed. Please choose another payment method.",
  },
  "autoPay.methodUnverified": {
    status: 422,
    type: "ERROR",
    content:
      "{method} is not verified yet. Nothing was changed. {deposits} You can also choose another payment method.",
  },
  "autoPay.methodBlocked": {
    status: 422,
    type: "ERROR",
    content:
      "{method} cannot be charged: {why}. Nothing was changed. Please choose another payment method.",
  },
  "autoPay.methodToVerify": {
    status: 422,
    type: "INFO",
    content:
      "We have your new authorization for {method}. Auto Pay was not changed, because the account must be verified first. We have sent you an email with the page where you verify it. {deposits}",
  },
  "autoPay.notAuthorized": {
    status: 422,
    type: "ERROR",
    content:
      "{method} could not be authorized again. Nothing was changed. Please choose another payment method.",
  },
  "autoPay.gatewayAway": {
    status: 503,
    type: "INFO",
    content:
      "The service that stores cards and bank accounts did not answer, so nothing was changed. Please try again in a few minutes.",
  },
  "autoPay.skipped": {
    status: 200,
    type: "SUCCESS",
    content:
      "We will not charge {amount} for {product} on {date}. {bills} Auto Pay continues with {next}.",
  },
  "autoPay.skippedLast": {
    status: 200,
    type: "SUCCESS",
    content: "We will not charge {amount} for {product} on {date}. {bills}",
  },
  "autoPay.nothingToSkip": {
    status: 409,
    type: "INFO",
    content: "Auto Pay has no charge planned for this product, so there is nothing to skip.",
  },
  "autoPay.skipChanged": {
    status: 409,
    type: "INFO",
    content:
      "The next Auto Pay charge for this product has changed since you opened this page, so nothing was skipped. Please check it again.",
  },
  "autoPay.skipTooLate": {
    status: 409,
    type: "INFO",
    content:
      "An Auto Pay charge can be skipped up to the day before it. It is too late to skip today's charge, so nothing was skipped. You can turn off Auto Pay for later charges.",
  },
  "autoPay.notChanged": {
    status: 503,
    type: "INFO",
    content:
      "Nothing was changed just now, and you were not charged. You can change Auto Pay and payment frequency when our records are back.",
  },
  "autoPay.notSkipped": {
    status: 503,
    type: "INFO",
    content: "Nothing was skipped just now. You can skip the charge when our records are back.",
  },
  "autoPay.earlierPending": {
    status: 503,
    type: "INFO",
    content:
      "We did not make this change. An earlier change to this product is saved, but our account system has not processed it yet. You were not charged. Please check this product again later.",
  },
  "autoPay.pending": {
    status: 503,
    type: "INFO",
    content:
      "We saved your change, but the system that holds your products is not responding right now. We will make the change as soon as it responds. You do not need to do it again.",
  },
} as const satisfies Record<string, CatalogueEntry>
