import { z } from "zod"
import { codeAnswer, codeRequestReply } from "#contracts/identity/shapes.ts"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/** A new email address from `PUT /myaccount-core/profile` that waits for its code. */
export const newEmail = {
  "POST /myaccount-core/profile/email/code": endpoint({
    summary: "Emails a code to the unconfirmed new address, unless one was sent a minute ago",
    role: "customer",
    body: z.object({}),
    reply: codeRequestReply,
    proof: "recent",
    errors: [
      "proof.required",
      "newEmail.none",
      "passcode.tooManyCodes",
      "request.notFound",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 10 },
  }),
  "POST /myaccount-core/profile/email/verification": endpoint({
    summary: "Checks the code, changes the email address, and informs the old and the new address",
    role: "customer",
    body: z.object({
      /** The address on screen, so that no other address can be confirmed by mistake. */
      emailAddress: z.string().trim().max(emailMaxLength),
      passCode: z.string().max(20),
    }),
    reply: z.object({ ...codeAnswer.shape, messages: messageList }),
    proof: "recent",
    errors: [
      "proof.required",
      "newEmail.none",
      "newEmail.replaced",
      "profile.changedMeanwhile",
      "profile.blocked",
      "request.notFound",
      "accountSystem.away",
    ],
    rateLimit: { calls: 60, minutes: 10 },
  }),
  "DELETE /myaccount-core/profile/email": endpoint({
    summary: "Cancels the change to the new address; the address on file stays",
    role: "customer",
    reply: z.object({ messages: messageList }),
    errors: [],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
