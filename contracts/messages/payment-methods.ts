import { gatewayAwayText, invalidCardText } from "#contracts/payments/payment-method-rules.ts"
import type { CatalogueEntry } from "./entry.ts"

/** Replies to changes of payment methods. */
export const paymentMethodMessages = {
  "paymentMethod.added": {
    status: 200,
    type: "SUCCESS",
    content: "{method} was added to your payment methods.",
  },
  "paymentMethod.addedAgain": {
    status: 200,
    type: "SUCCESS",
    content:
      "{method} was added. You had saved {method} before. If both are the same, please delete the one that you do not need.",
  },
  "paymentMethod.addedToVerify": {
    status: 200,
    type: "SUCCESS",
    content:
      "{method} was added. Before we can charge it, please verify it. We have sent you an email with the page where you verify it. {deposits}",
  },
  "paymentMethod.ready": {
    status: 200,
    type: "SUCCESS",
    content: "{method} is ready for this payment and will not be saved.",
  },
  "paymentMethod.changed": {
    status: 200,
    type: "SUCCESS",
    content: "Your changes to {method} were saved.",
  },
  "paymentMethod.deleted": { status: 200, type: "SUCCESS", content: "{method} was deleted." },
  "paymentMethod.deletedWithAutoPay": {
    status: 200,
    type: "SUCCESS",
    content: "{method} was deleted, and Auto Pay ends for {products}.",
  },
  "paymentMethod.invalid": { status: 422, type: "ERROR", content: invalidCardText },
  "paymentMethod.notAuthenticated": {
    status: 422,
    type: "ERROR",
    content:
      "Your bank could not confirm that it was you, so the card was not saved. Please try again or use another card.",
  },
  "paymentMethod.expired": {
    status: 422,
    type: "ERROR",
    content: "This expiration date has passed. Please enter the date shown on your card.",
  },
  "paymentMethod.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "You have added many payment methods in a short time. Please wait {wait} and try again, or call our customer service team.",
  },
  "paymentMethod.gatewayAway": {
    status: 503,
    type: "ERROR",
    content: gatewayAwayText,
  },
  "paymentMethod.changeOnItsWay": {
    status: 503,
    type: "INFO",
    content:
      "The service that stores cards and bank accounts has not answered yet. We are still saving your changes. Please check again in a few minutes.",
  },
  "paymentMethod.autoPayOnItsWay": {
    status: 409,
    type: "INFO",
    content:
      "Auto pay is being moved to {method} right now, so it was not deleted. Please check again in a few minutes.",
  },
  "paymentMethod.notSaved": {
    status: 503,
    type: "INFO",
    content:
      "Nothing was saved just now, and you were not charged. You can add a payment method when our records are back.",
  },
  "paymentMethod.notChanged": {
    status: 503,
    type: "INFO",
    content:
      "Nothing was changed just now. You can change the payment method when our records are back.",
  },
  "paymentMethod.notDeleted": {
    status: 503,
    type: "INFO",
    content:
      "Nothing was deleted just now. You can delete the payment method when our records are back.",
  },
  "paymentMethod.onAutoPay": {
    status: 409,
    type: "INFO",
    content: "Auto Pay uses {method} for {products}. If you delete it, that Auto Pay ends.",
  },
} as const satisfies Record<string, CatalogueEntry>
