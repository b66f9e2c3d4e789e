import { z } from "zod"
import { endpoint } from "#contracts/endpoint.ts"
import { codeAnswer, codeRequestReply } from "./shapes.ts"

/**
 * The step-up code of a signed-in customer. Rows with `proof` need it: see `Endpoint.proof`, and
 * the rows in credentials.ts, profile/new-email.ts and profile/profile.ts.
 */
export const proof = {
  "POST /appauth/proof": endpoint({
    summary: "Emails a one-time code to the address on file, unless one was sent a minute ago",
    role: "customer",
    body: z.object({}),
    reply: codeRequestReply,
    errors: ["proof.noAddress", "passcode.tooManyCodes", "request.notFound", "accountSystem.away"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
  "POST /appauth/proof/verification": endpoint({
    summary: "Checks the one-time code of the session",
    role: "customer",
    body: z.object({ passCode: z.string().max(20) }),
    reply: codeAnswer,
    errors: [],
    rateLimit: { calls: 60, minutes: 10 },
  }),
}
