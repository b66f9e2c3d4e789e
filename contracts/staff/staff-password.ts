import { z } from "zod"
import { storedUser } from "#contracts/identity/shapes.ts"
import { endpoint } from "../endpoint.ts"
import { passwordMaxLength } from "../identity/credential-lengths.ts"
import { messageList } from "../shapes.ts"

const password = z.string().max(passwordMaxLength)

/** Staff choose their own password. */
export const staffPassword = {
  "POST /appauth/staff/newPassword": endpoint({
    summary:
      "Replaces the password that the operator set, at the first sign-in, and signs staff in",
    role: "anonymous",
    site: "support",
    body: z.object({ password }),
    reply: z.object({ ...storedUser.shape, messages: messageList }),
    errors: ["secondFactor.restart", "password.weak", "password.same", "password.guessable"],
    rateLimit: { calls: 60, minutes: 10 },
    waitsInLine: true,
  }),
  "PUT /appauth/staff/password": endpoint({
    summary:
      "Changes the password if the old one is correct, and ends all other sessions of the staff member",
    role: "staff",
    body: z.object({ currentPassword: password, password }),
    reply: z.object({ messages: messageList }),
    errors: [
      "password.weak",
      "password.same",
      "password.guessable",
      "password.wrong",
      "staff.passwordAtProvider",
      "agent.tooMany",
    ],
    rateLimit: { calls: 60, minutes: 10 },
    waitsInLine: true,
  }),
}
