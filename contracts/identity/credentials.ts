import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { hostName, messageList } from "../shapes.ts"
import { passwordMaxLength, usernameMaxLength } from "./credential-lengths.ts"
import { securityAnswerMaxLength } from "./security-answer-rules.ts"

const username = z.string().max(usernameMaxLength)
const reply = z.object({ messages: messageList })

/** The credentials that customers can change in their profile. */
export const credentials = {
  "PUT /myaccount-core/profile/securityDetails": endpoint({
    summary: "Changes the security question and answer, and emails the customer",
    role: "customer",
    body: z.object({
      /** The `questionId` of the question. */
      securityQuestion: z.string().max(40),
      securityAnswer: z.string().trim().min(1).max(securityAnswerMaxLength),
      username,
    }),
    reply,
    proof: "recent",
    errors: [
      "proof.required",
      "securityQuestion.unknown",
      "securityAnswer.empty",
      "profile.blocked",
      "request.notFound",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 10 },
    waitsInLine: true,
  }),
  "PUT /myaccount-core/profile/password": endpoint({
    summary: "Changes the password if the old one is correct, and ends all other sessions",
    role: "customer",
    body: z.object({
      currentPassword: z.string().max(passwordMaxLength),
      password: z.string().max(passwordMaxLength),
      username,
      hostName,
    }),
    reply,
    proof: "recent",
    errors: [
      "proof.required",
      "password.weak",
      "password.same",
      "password.guessable",
      "password.wrong",
      "password.tooMany",
      "profile.blocked",
      "request.notFound",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 10 },
    waitsInLine: true,
  }),
}
