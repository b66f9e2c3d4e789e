import type { IncomingHttpHeaders } from "node:http"
import { type Answer, type Parameters, refused } from "./stripe-store.mock.ts"

/**
 * Marks a request as one of Stripe's own frames. Stripe recognizes these by means that it does not
 * publish; at the mock, this header stands for all of them.
 */
export const elementsHeader = { "mock-surface": "elements" } as const

/**
 * The refusal of a card's number that does not come from them; undefined for any other request. With
 * a secret key, Stripe uses other words: flutter-stripe/flutter_stripe#1452.
 */
export function surfaceProblem(
  headers: IncomingHttpHeaders,
  { card }: Parameters,
): Answer | undefined {
  const isNumber = (card as Parameters | undefined)?.number !== undefined
  if (!isNumber || headers["mock-surface"] === elementsHeader["mock-surface"]) return undefined
  return {
    ...refused(
      "",
      "This integration surface is unsupported for publishable key tokenization. To enable this surface, please go to your dashboard (https://dashboard.stripe.com/settings/integration).",
    ),
    isBefore: true,
  }
}
