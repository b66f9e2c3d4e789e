import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/** For people whose password strangers have guessed too often; see `signIn.linkSent`. */
export const signInLink = {
  "POST /appauth/signInLink": endpoint({
    summary: "Lets this browser try to sign in, with the single-use token of an emailed link",
    role: "anonymous",
    site: "any",
    body: z.object({ token: z.string().min(1).max(100) }),
    reply: z.object({ messages: messageList }),
    errors: ["signIn.link"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
