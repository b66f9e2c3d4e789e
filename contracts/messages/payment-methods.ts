import { gatewayAwayText, invalidCardText } from "#contracts/payments/payment-rules.ts"
import type { CatalogueEntry } from "./entry.ts"

/** What managing payment methods can answer with. */
export const paymentMethodMessages = {
  "paymentMethod.added": {
    status: 200,
    type: "SUCCESS",
    content: "{method} was added to your payment methods.",
  },
  "paymentMethod.addedToVerify": {
    status: 200,
    type: "SUCCESS",
    content:
      "{method} was added. Before it can be charged, please confirm two small deposits, which your bank shows in a day or two. We have sent you an e-mail with the page to do that.",
  },
  "paymentMethod.ready": {
    status: 200,
    type: "SUCCESS",
    content: "{method} is ready for this payment and is not saved.",
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
    content: "{method} was deleted, and auto pay ends for {products}.",
  },
  "paymentMethod.invalid": { status: 422, type: "ERROR", content: invalidCardText },
  "paymentMethod.expired": {
    status: 422,
    type: "ERROR",
    content: "This expiration date has passed. Please enter the date that stands on your card.",
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
      "The service that keeps cards and bank accounts has not answered in time. We go on saving your changes; please look again in a few minutes.",
  },
  "paymentMethod.autoPayOnItsWay": {
    status: 409,
    type: "INFO",
    content:
      "Auto pay is being set to {method} just now. Nothing was deleted. Please look again in a few minutes.",
  },
  "paymentMethod.onAutoPay": {
    status: 409,
    type: "INFO",
    content: "Auto pay uses {method} for {products}. If you delete it, auto pay ends there.",
  },
} as const satisfies Record<string, CatalogueEntry>
