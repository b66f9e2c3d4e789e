import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/**
 * The customer is identified by the link in an email, or by the session of a signed-in customer.
 */
const subscriber = z.union([
  z.object({ token: z.string().min(1).max(100) }),
  z.object({ userId: z.string().min(1).max(200) }),
])

export const subscriptions = {
  "PUT /myaccount-core/emails/unsubscribe": endpoint({
    summary: "Ends transaction emails; repeated calls change nothing",
    role: "anonymous-or-customer",
    body: subscriber,
    reply: z.object({ messages: messageList }),
    errors: ["emails.link", "request.notFound", "session.required", "accountSystem.away"],
    rateLimit: { calls: 60, minutes: 10 },
  }),
  "PUT /myaccount-core/emails/resubscribe": endpoint({
    summary: "Turns transaction emails on again",
    role: "anonymous-or-customer",
    body: subscriber,
    reply: z.object({ messages: messageList }),
    errors: [
      "emails.link",
      "profile.blocked",
      "request.notFound",
      "session.required",
      "accountSystem.away",
    ],
    rateLimit: { calls: 60, minutes: 10 },
  }),
}
