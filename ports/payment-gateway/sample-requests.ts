import type { ChargeRequest, KeepTerms } from "./port.ts"

/** Where the customer comes back from the page of their bank. */
export const returnAddress = "https://my.example.com/authenticated"

/** The terms under which tests save a method. */
export const keepTerms: KeepTerms = { client: "harbor", accountNumber: "H-100200", returnAddress }

/** A card payment by a customer, without key, method and amount. */
export const cardPayment = {
  kind: "card",
  description: "Term Life 4000000017",
  statementName: "HARBOR MUTUAL",
  isCustomerPresent: true,
  canAuthenticate: false,
  returnAddress,
} as const satisfies Partial<ChargeRequest>
