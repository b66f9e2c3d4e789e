import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { emailMaxLength, passwordMaxLength, usernameMaxLength } from "../rules.ts"
import { client, messageList } from "../shapes.ts"
import { codeAnswer, storedUser, userDeviceInfo } from "./shapes.ts"

export const loginPayload = z.object({
  username: z.string().trim().min(1).max(usernameMaxLength),
  password: z.string().min(1).max(passwordMaxLength),
  client,
  isCustomerUser: z.boolean(),
  email: z.string().max(emailMaxLength),
  phase: z.enum(["login", "registration"]),
  passCode: z.string().max(20),
  destinationType: z.literal("email"),
  clientLoginIp: z.string().max(45),
  clientName: z.string().max(200),
  userDeviceInfo,
})
export type LoginPayload = z.output<typeof loginPayload>

const loginReply = z.object({
  data: z.object({
    /** Where the code went, masked. Empty for staff, who get none. */
    email: z.string(),
    messages: messageList,
  }),
  /** Staff sign in without a code: the support site's reply holds the session. */
  ...storedUser.partial().shape,
  /** Staff who have to give the code of their app now, or to set the app up first. */
  secondFactor: z.enum(["code", "enrol"]).optional(),
  /** Staff who have to choose a password of their own now; no session is open before. */
  mustChangePassword: z.boolean().optional(),
})

const passcodeReply = z.object({ ...storedUser.partial().shape, ...codeAnswer.shape })
export type PasscodeReply = z.output<typeof passcodeReply>

export const signIn = {
  "POST /appauth/login": endpoint({
    summary: "Checks username and password, and mails a one-time code (staff: signs in)",
    role: "anonymous",
    body: loginPayload,
    reply: loginReply,
    errors: [
      "signIn.credentials",
      "signIn.noAddress",
      "signIn.reactivate",
      "signIn.linkSent",
      "staff.disabled",
      "passcode.tooManyCodes",
      "signIn.union",
      "request.tooMany",
      "accountSystem.away",
    ],
  }),
  "POST /appauth/passcode/verification": endpoint({
    summary: "Checks the one-time code and signs in",
    role: "anonymous",
    body: loginPayload,
    reply: passcodeReply,
    errors: ["accountSystem.away"],
    rateLimit: { calls: 300, minutes: 10 },
  }),
}
