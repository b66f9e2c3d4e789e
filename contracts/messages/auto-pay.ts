import type { CatalogueEntry } from "./entry.ts"

/** What changing auto pay or payment frequency can answer with. */
export const autoPayMessages = {
  "autoPay.added": {
    status: 200,
    type: "SUCCESS",
    content:
      "{product} is now on Auto Pay: {amount} is charged to {method} on each due date ({frequency}).",
  },
  "autoPay.removed": {
    status: 200,
    type: "SUCCESS",
    content: "{product} is no longer on Auto Pay. Please pay each amount yourself from now on.",
  },
  "autoPay.methodChanged": {
    status: 200,
    type: "SUCCESS",
    content: "Auto Pay for {product} now charges {method}.",
  },
  "autoPay.frequencyChanged": {
    status: 200,
    type: "SUCCESS",
    content: "{product} is now paid {frequency}. Each payment is {amount}.",
  },
  "autoPay.unchanged": {
    status: 200,
    type: "INFO",
    content: "{product} is paid this way already. There was nothing to change.",
  },
  "autoPay.changed": {
    status: 409,
    type: "INFO",
    content:
      "How this product is paid has changed since you opened this page. Nothing was changed now. Please look at it again.",
  },
  "autoPay.amountChanged": {
    status: 409,
    type: "INFO",
    content:
      "The amounts for this product have changed since you opened this page. Nothing was changed now. Please look at it again.",
  },
  "autoPay.notPossible": { status: 409, type: "INFO", content: "{reason} Nothing was changed." },
  "autoPay.paymentOpen": {
    status: 409,
    type: "INFO",
    content:
      "A payment for this product is on its way. Nothing was changed. Please try again when it has gone through.",
  },
  "autoPay.methodExpired": {
    status: 422,
    type: "ERROR",
    content: "{method} has expired. Nothing was changed. Please choose another payment method.",
  },
  "autoPay.pending": {
    status: 503,
    type: "INFO",
    content:
      "We have your change on record, but the system that keeps your products does not answer right now. We make the change as soon as it does; you do not have to do it again.",
  },
} as const satisfies Record<string, CatalogueEntry>
