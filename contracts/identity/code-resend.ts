import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"
import { registrationResend } from "./registration.ts"
import { codePayload } from "./sign-in.ts"

export const codeResend = {
  "POST /appauth/passcode/resend": endpoint({
    summary: "Emails another one-time code; the earlier one stays valid until it expires",
    role: "anonymous",
    /** The body of a sign-in or of a registration. */
    body: z.union([codePayload, registrationResend]),
    reply: z.object({
      status: z.enum(["SUCCESS", "ERROR"]),
      statusMessage: z.string(),
      passCodeCoolDownPeriod: z.number().int().optional(),
      /** Where the code was sent, if it was sent for a sign-in. */
      messages: messageList,
    }),
    errors: [
      "signIn.credentials",
      "signIn.merged",
      "signIn.moved",
      "signIn.noAddress",
      "signIn.linkSent",
      "signIn.restart",
      "passcode.tooManyCodes",
      "registration.order",
      "registration.restart",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 10 },
    waitsInLine: true,
  }),
}
