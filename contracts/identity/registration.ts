import { z } from "zod"
import { emailMaxLength } from "../email-address-rules.ts"
import { endpoint } from "../endpoint.ts"
import { client, hostName, messageList } from "../shapes.ts"
import { nameMaxLength, passwordMaxLength, usernameMaxLength } from "./credential-lengths.ts"
import { securityQuestionList } from "./security.ts"
import { securityAnswerMaxLength } from "./security-answer-rules.ts"
import { storedUser, userDeviceInfo } from "./shapes.ts"

const planNumber = z.string().max(60)
const accountNumber = z.string().max(40)
const personNumber = z.string().max(40)

const name = z.string().trim().max(nameMaxLength)
const names = { firstName: name, lastName: name }
const email = z.string().trim().max(emailMaxLength)

/** Sent by the pages but not compared: the account system's data count. */
const contact = { phoneNumber: z.string().max(20), zipcode: z.string().max(10) }

/** The body for another code. A sign-in's body has a username, a registration's body does not. */
export const registrationResend = z.object({
  hostName,
  planNumber,
  accountNumber,
  ...names,
  email,
  client,
  clientName: z.string().max(200),
  personNumber,
})

/** Four steps. The server stores the current step and refuses to skip one. */
export const registration = {
  "POST /appauth/registration/policyNumber": endpoint({
    summary: "Registration, step 1: checks the plan number",
    role: "anonymous",
    captcha: "registration",
    body: z.object({ planNumber, client }),
    reply: z.object({ messages: messageList }),
    errors: [
      "planNumber.numeric",
      "planNumber.length",
      "registration.planNumber",
      "signIn.union",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 60 },
  }),
  "POST /appauth/registration/personalInfo": endpoint({
    summary:
      "Registration, step 2: checks the name, and emails a one-time code to the address on file",
    role: "anonymous",
    body: z.object({
      client,
      planNumber,
      ...names,
      email,
      destinationType: z.literal("email"),
      phase: z.literal("registration"),
      clientName: z.string().max(200),
    }),
    reply: z.object({
      clientName: z.string(),
      insproAccountNumbers: z.array(z.string()),
      questions: securityQuestionList,
      personNumber: z.string(),
      statusMessage: z.string(),
      /** Seconds until another code may be requested. */
      passCodeCoolDownPeriod: z.number().int(),
      messages: messageList,
    }),
    errors: [
      "email.invalid",
      "registration.person",
      "registration.registered",
      "registration.noAddress",
      "registration.restart",
      "passcode.tooManyCodes",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 60 },
  }),
  "POST /appauth/registration/accountVerification": endpoint({
    summary: "Registration, step 3: checks the one-time code",
    role: "anonymous",
    body: z.object({
      passCode: z.string().max(20),
      planNumber,
      accountNumber,
      ...names,
      email,
      ...contact,
      personNumber,
    }),
    reply: z.object({
      verified: z.boolean(),
      disableVerifyPassCode: z.boolean().optional(),
      /** Seconds until another code may be requested. */
      passCodeCoolDownPeriod: z.number().int().optional(),
      messages: messageList,
    }),
    errors: ["registration.order", "registration.restart"],
    rateLimit: { calls: 60, minutes: 10 },
  }),
  "POST /appauth/registration": endpoint({
    summary: "Registration, step 4: creates the account and signs in",
    role: "anonymous",
    body: z.object({
      hostName,
      policyNumber: planNumber,
      accountNumber,
      ...names,
      email,
      ...contact,
      username: z.string().trim().max(usernameMaxLength),
      password: z.string().max(passwordMaxLength),
      /** The `questionId` of the question. */
      securityQuestion: z.string().max(40),
      securityAnswer: z.string().trim().min(1).max(securityAnswerMaxLength),
      client,
      clientName: z.string().max(200),
      personNumber,
      clientLoginIp: z.string().max(45),
      userDeviceInfo,
    }),
    reply: z.object({ ...storedUser.shape, messages: messageList }),
    errors: [
      "username.invalid",
      "password.weak",
      "password.guessable",
      "securityQuestion.unknown",
      "securityAnswer.empty",
      "registration.usernameTaken",
      "registration.sameAsBefore",
      "registration.registered",
      "registration.order",
      "registration.restart",
      "accountSystem.away",
    ],
    rateLimit: { calls: 30, minutes: 10 },
    waitsInLine: true,
  }),
}
