import { z } from "zod"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { client, hostName, messageList } from "../shapes.ts"
import { nameMaxLength, passwordMaxLength, usernameMaxLength } from "./credential-lengths.ts"
import { securityAnswerMaxLength } from "./security-answer-rules.ts"
import { storedUser } from "./shapes.ts"

const username = z.string().trim().min(1).max(usernameMaxLength)
const name = z.string().trim().min(1).max(nameMaxLength)

/** Neither these replies nor their timing reveal who has an account. */
export const recovery = {
  "POST /appauth/forgotUsername": endpoint({
    summary: "Emails the username to the address on file if all four values match",
    role: "anonymous",
    captcha: "forgotUsername",
    body: z.object({
      certificateNo: z.string().max(60),
      firstName: name,
      lastName: name,
      emailAddress: z.string().trim().max(emailMaxLength),
      client,
      hostName,
    }),
    reply: z.object({ messages: messageList }),
    errors: [
      "planNumber.numeric",
      "planNumber.length",
      "email.invalid",
      "signIn.union",
      "accountSystem.away",
    ],
    rateLimit: { calls: 20, minutes: 60 },
  }),
  "GET /appauth/forgotPassword/userName/{username}/client/{client}": endpoint({
    summary: "The security question of a username; an unknown username also gets one",
    role: "anonymous",
    captcha: "forgotPassword",
    params: z.object({ username, client }),
    reply: z.object({ securityQuestion: z.string(), messages: messageList }),
    errors: ["signIn.union"],
    rateLimit: { calls: 20, minutes: 60 },
  }),
  "POST /appauth/forgotPassword": endpoint({
    summary:
      "Emails a link to reset the password if the answer is correct; each question accepts one answer",
    role: "anonymous",
    body: z.object({
      securityAnswer: z.string().trim().min(1).max(securityAnswerMaxLength),
      username,
      hostName,
      isCustomerUser: z.boolean(),
    }),
    reply: z.object({ messages: messageList }),
    errors: ["forgotPassword.restart", "forgotPassword.linkSent", "accountSystem.away"],
    rateLimit: { calls: 20, minutes: 60 },
    waitsInLine: true,
  }),
  "POST /appauth/resetPassword/ticket": endpoint({
    summary: "Whether an emailed link can still reset a password; the call does not use it up",
    role: "anonymous",
    body: z.object({ ticket: z.string().max(100) }),
    reply: z.object({
      /** The client of the union, at the host of a group. */
      client: z.string(),
      /**
       * The username for the password manager. The holder of a live link can sign in and read it
       * anyway.
       */
      username: z.string(),
      messages: messageList,
    }),
    errors: ["resetPassword.ticket", "accountSystem.away"],
    rateLimit: { calls: 20, minutes: 10 },
  }),
  "POST /appauth/resetPassword": endpoint({
    summary:
      "Sets a new password with the ticket of an emailed link, ends all sessions and signs in",
    role: "anonymous",
    body: z.object({
      password: z.string().max(passwordMaxLength),
      ticket: z.string().max(100),
      hostName,
      client,
    }),
    reply: z.object({ ...storedUser.shape, messages: messageList }),
    errors: [
      "password.weak",
      "password.guessable",
      "resetPassword.ticket",
      "resetPassword.union",
      "signIn.union",
      "accountSystem.away",
    ],
    rateLimit: { calls: 20, minutes: 10 },
    waitsInLine: true,
  }),
}
