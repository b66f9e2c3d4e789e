import { z } from "zod"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { client, messageList } from "../shapes.ts"
import { passwordMaxLength, usernameMaxLength } from "./credential-lengths.ts"
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

/**
 * The password is "" after the browser has reloaded the page: the attempt's cookie proves that this
 * browser sent it.
 */
export const codePayload = loginPayload.extend({
  password: z.string().max(passwordMaxLength),
})
export type CodePayload = z.output<typeof codePayload>

const loginReply = z.object({
  data: z.object({
    /** The masked address where the code was sent; "" for staff, who do not get a code. */
    email: z.string(),
    messages: messageList,
  }),
  /** Staff sign in without an emailed code: the reply at the support site contains the session. */
  ...storedUser.partial().shape,
  /** Set if no code was sent now, because one was sent a moment ago. */
  ...codeAnswer.partial().shape,
  /** Staff must now enter the code of their authenticator app, or set up the app. */
  secondFactor: z.enum(["code", "enrol"]).optional(),
  /** Staff must now choose their own password. There is no session before that. */
  mustChangePassword: z.boolean().optional(),
})

const passcodeReply = z.object({ ...storedUser.partial().shape, ...codeAnswer.shape })
export type PasscodeReply = z.output<typeof passcodeReply>

export const signIn = {
  "POST /appauth/login": endpoint({
    summary: "Checks username and password, and emails a one-time code (staff: signs in)",
    role: "anonymous",
    site: "any",
    body: loginPayload,
    reply: loginReply,
    errors: [
      "signIn.credentials",
      "signIn.noAddress",
      "signIn.merged",
      "signIn.moved",
      "signIn.reactivate",
      "signIn.linkSent",
      "staff.disabled",
      "staff.useProvider",
      "passcode.tooManyCodes",
      "signIn.union",
      "request.tooMany",
      "accountSystem.away",
    ],
    waitsInLine: true,
  }),
  "POST /appauth/passcode/waiting": endpoint({
    summary: "Tells a browser that gave the right password whether it can still enter a code",
    role: "anonymous",
    body: loginPayload.pick({ username: true, client: true }),
    reply: z.object({
      isOpen: z.boolean(),
      /** Where the code was sent; empty if no code can be entered. */
      messages: messageList,
      /** Seconds until another code may be requested. */
      passCodeCoolDownPeriod: z.number().int(),
    }),
    errors: ["signIn.union", "accountSystem.away"],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "POST /appauth/passcode/verification": endpoint({
    summary: "Checks the one-time code and signs in",
    role: "anonymous",
    body: codePayload,
    reply: passcodeReply,
    errors: ["accountSystem.away"],
    rateLimit: { calls: 300, minutes: 10 },
  }),
}
