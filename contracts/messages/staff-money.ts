import type { CatalogueEntry } from "./entry.ts"

/** Replies to staff about refunds, credits and write-offs. */
export const staffMoneyMessages = {
  "refund.succeeded": {
    status: 200,
    type: "SUCCESS",
    content: "{amount} was refunded to {method}. The customer gets an email about it.",
  },
  "refund.accepted": {
    status: 200,
    type: "SUCCESS",
    content:
      "The refund of {amount} to {method} is on its way. The customer gets an email about it.",
  },
  "refund.approved": {
    status: 200,
    type: "INFO",
    content:
      "The refund of {amount} to {method} is recorded, and the payment gateway has not answered yet. It will be made once, so please do not request it again.",
  },
  "refund.waiting": {
    status: 200,
    type: "INFO",
    content:
      "The refund of {amount} needs the approval of a second staff member. The request is on their Search Clients page.",
  },
  "refund.refused": {
    status: 200,
    type: "SUCCESS",
    content: "You refused the refund of {amount}, and nothing was paid back.",
  },
  "refund.failed": {
    status: 200,
    type: "FAILURE",
    content:
      "The payment gateway did not refund {amount}, and nothing was paid back. Please look at the payment there, or pay the customer back in another way.",
  },
  "refund.notPossible": {
    status: 409,
    type: "ERROR",
    content:
      "This payment cannot be refunded: it was not made, was returned by the bank, or is disputed.",
  },
  "refund.notSettled": {
    status: 409,
    type: "ERROR",
    content:
      "This payment cannot be refunded yet: the debit from the bank account has not settled. Please try again after it has.",
  },
  "refund.tooOld": {
    status: 409,
    type: "ERROR",
    content:
      "This payment can no longer be refunded: a bank debit can be refunded for 180 days. Please pay the customer back in another way.",
  },
  "refund.waits": {
    status: 409,
    type: "ERROR",
    content:
      "A refund of the rest of this payment already waits for approval. Another staff member can approve it, or its requester can withdraw it.",
  },
  "refund.allRefunded": {
    status: 409,
    type: "ERROR",
    content: "All of this payment is refunded already, or is being refunded.",
  },
  "refund.withdrawn": {
    status: 200,
    type: "SUCCESS",
    content: "You withdrew the refund of {amount}, and nothing was paid back.",
  },
  "refund.tooMuch": {
    status: 409,
    type: "ERROR",
    content: "Only {left} of this payment can still be refunded. Please enter at most that amount.",
  },
  "refund.keyReused": {
    status: 409,
    type: "ERROR",
    content: "This refund was already requested with other details. Please start again.",
  },
  "refund.approvalOver": {
    status: 409,
    type: "ERROR",
    content:
      "This refund can no longer be decided. Someone has decided it, it has expired, or the permissions of the staff member who requested it have changed.",
  },
  "correction.creditPosted": {
    status: 200,
    type: "SUCCESS",
    content:
      "A credit of {amount} was given for {product}. It lowers what {product} owes now or its next bill.",
  },
  "correction.writeOffPosted": {
    status: 200,
    type: "SUCCESS",
    content: "{amount} of {product} was written off. The customer no longer owes it.",
  },
  "correction.reversalPosted": {
    status: 200,
    type: "SUCCESS",
    content:
      "{amount} for {product} was taken back. The customer owes again what it had settled, and gets an email about it.",
  },
  "correction.billOpened": {
    status: 200,
    type: "SUCCESS",
    content: "The customer owes {amount} of {product} again, and gets an email about it.",
  },
  "correction.paymentReleased": {
    status: 200,
    type: "SUCCESS",
    content:
      "The payment no longer counts for the open bills of {product}. The customer can pay them, and gets an email about it.",
  },
  "correction.notReversible": {
    status: 409,
    type: "ERROR",
    content:
      "This cannot be taken back: it is not posted, or it was taken back or requested to be taken back already.",
  },
  "correction.reversalVoid": {
    status: 200,
    type: "FAILURE",
    content:
      "Nothing was changed for {product}: the account system has nothing left to take back. The product may have been loaded again since.",
  },
  "correction.approved": {
    status: 200,
    type: "INFO",
    content:
      "{amount} for {product} is recorded, and the account system has not answered yet. It will be posted once, so please do not request it again.",
  },
  "correction.waiting": {
    status: 200,
    type: "INFO",
    content:
      "{amount} for {product} needs the approval of a second staff member. The request is on their Search Clients page.",
  },
  "correction.refused": {
    status: 200,
    type: "SUCCESS",
    content: "You refused {amount} for {product}, and nothing was changed.",
  },
  "correction.withdrawn": {
    status: 200,
    type: "SUCCESS",
    content: "You withdrew {amount} for {product}, and nothing was changed.",
  },
  "correction.noCredit": {
    status: 409,
    type: "ERROR",
    content:
      "No credit can be given: this product has ended and owes nothing, or its credits of the last 30 days have reached the limit.",
  },
  "correction.creditTooMuch": {
    status: 409,
    type: "ERROR",
    content:
      "Credits for this product can be at most {left} now. The limit for 30 days is what a year of it costs, or what it owes if that is more.",
  },
  "correction.void": {
    status: 200,
    type: "FAILURE",
    content: "Nothing was changed for {product}: the bill is settled already.",
  },
  "correction.notOpen": {
    status: 409,
    type: "ERROR",
    content:
      "This bill is no longer open, or all of it is requested to be written off already. Nothing was changed.",
  },
  "correction.tooMuch": {
    status: 409,
    type: "ERROR",
    content: "Only {left} of this bill can still be written off. Please enter at most that amount.",
  },
  "correction.keyReused": {
    status: 409,
    type: "ERROR",
    content: "This was already requested with other details. Please start again.",
  },
  "correction.approvalOver": {
    status: 409,
    type: "ERROR",
    content:
      "This request can no longer be decided. Someone has decided it, it has expired, or the permissions of the staff member who requested it have changed.",
  },
} as const satisfies Record<string, CatalogueEntry>
