import { z } from "zod"
import { endpoint } from "../endpoint.ts"

export const paymentGateway = {
  "GET /myaccount-core/paymentGateway": endpoint({
    summary: "Where the browser has a card or bank account turned into a token",
    role: "customer-or-staff",
    reply: z.object({
      kind: z.enum(["sandbox", "stripe"]),
      /** An origin, or a path of this site. */
      address: z.string(),
      publishableKey: z.string(),
    }),
    errors: [],
  }),
}
