import { z } from "zod"
import { endpoint } from "../endpoint.ts"

/**
 * Why a page cannot use the gateway:
 * - `script`: the gateway's script did not load: blocked, cut off or slow
 * - `frame`: a frame did not become ready
 * - `surface`: the gateway takes no entries from this page: a wrong key, or a setting of the account
 * - `answer`: the gateway did not answer
 */
export const unreachableReasons = ["script", "frame", "surface", "answer"] as const
export type UnreachableReason = (typeof unreachableReasons)[number]

export const paymentGateway = {
  "GET /myaccount-core/paymentGateway": endpoint({
    summary: "The gateway whose frames take a card's number, and which turns it into a token",
    role: "customer-or-staff",
    reply: z.object({
      kind: z.enum(["sandbox", "stripe"]),
      /** The address of its API for browsers: an origin, or a path of this site. */
      address: z.string(),
      publishableKey: z.string(),
      /** The address of the script that shows its frames; "" if our own code does. */
      script: z.string(),
      /** The address of its frames if our own code shows them; otherwise "". */
      frames: z.string(),
      /** Whether customers can have a bank account verified at once by signing in to their bank. */
      hasInstantBank: z.boolean(),
    }),
    errors: ["paymentMethod.gatewayAway"],
  }),
  "POST /myaccount-core/paymentGateway/failure": endpoint({
    summary: "A browser reports that it cannot use the gateway, which the server counts and logs",
    role: "customer-or-staff",
    rateLimit: { calls: 20, minutes: 60 },
    body: z.object({ reason: z.enum(unreachableReasons) }),
    reply: z.object({}),
    errors: ["request.tooMany"],
  }),
  "POST /myaccount-core/paymentGateway/bankSession": endpoint({
    summary: "Opens the gateway's window in which the customer signs in to their bank",
    role: "customer",
    rateLimit: { calls: 20, minutes: 10 },
    reply: z.object({
      /** For the gateway's script. The account is added with the token that the window returns. */
      session: z.string(),
    }),
    errors: ["paymentMethod.gatewayAway", "request.notFound"],
  }),
}
