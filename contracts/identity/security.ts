import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { captchaActions } from "./captcha.ts"

/**
 * A proof of work as defined by ALTCHA: find the counter whose derived key begins with `keyPrefix`.
 */
const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** The action and host for which the solution is valid. */
    data: z.object({ purpose: z.string(), expires: z.number().int() }),
  }),
  signature: z.string(),
})

/**
 * The challenge with its solution, `{challenge, solution: {counter, derivedKey}}`, as base64 of
 * JSON.
 */
const captchaProof = z.string().min(1).max(4000)

const securityQuestion = z.object({ questionId: z.string(), question: z.string() })
export const securityQuestionList = z.array(securityQuestion)
export type SecurityQuestion = z.output<typeof securityQuestion>

export const security = {
  "GET /appauth/security/challenge": endpoint({
    summary: "A proof of work; its solution is valid for one call of this action on this host",
    role: "anonymous",
    site: "any",
    query: z.object({ action: z.enum(captchaActions) }),
    reply: challenge,
    errors: [],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "POST /appauth/security/bot": endpoint({
    summary: "Whether a solution of a proof of work is invalid; the call does not use it up",
    role: "anonymous",
    site: "any",
    body: z.object({ token: captchaProof }),
    reply: z.object({ isBot: z.boolean() }),
    errors: [],
    rateLimit: { calls: 120, minutes: 10 },
  }),
  "GET /appauth/securityQuestions": endpoint({
    summary: "The security questions to choose from",
    role: "anonymous",
    reply: z.object({ items: securityQuestionList }),
    errors: [],
  }),
}
