import { z } from "zod"
import { endpoint } from "../endpoint.ts"

export const paymentGateway = {
  "GET /myaccount-core/paymentGateway": endpoint({
    summary: "The address at which the browser turns a card or bank account into a token",
    role: "customer-or-staff",
    reply: z.object({
      kind: z.enum(["sandbox", "stripe"]),
      /** An origin, or a path at this site. */
      address: z.string(),
      publishableKey: z.string(),
    }),
    errors: ["paymentMethod.gatewayAway"],
  }),
}
