import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { storedUser } from "../identity/shapes.ts"
import { messageList } from "../shapes.ts"

const provider = z.string().max(40)

/** The identity providers of the company with which staff sign in. */
export const providerSignIn = {
  "POST /appauth/staff/providers/begin": endpoint({
    summary: "Begins the sign-in of staff with an identity provider, and returns its page",
    role: "anonymous",
    site: "support",
    body: z.object({ provider }),
    reply: z.object({ address: z.string() }),
    errors: ["request.notFound", "provider.away"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "POST /appauth/staff/providers/finish": endpoint({
    summary:
      "Signs staff in with the answer that their browser brings back from the identity provider",
    role: "anonymous",
    site: "support",
    body: z.object({
      provider,
      /** The query of the address to which the provider redirected. */
      answer: z.string().max(8000),
    }),
    reply: z.object({ ...storedUser.shape, messages: messageList }),
    errors: [
      "request.notFound",
      "provider.away",
      "provider.restart",
      "provider.otherTab",
      "provider.refused",
      "provider.denied",
      "provider.noGroup",
      "provider.unclearGroups",
      "staff.disabled",
    ],
    rateLimit: { calls: 120, minutes: 10 },
  }),
}
