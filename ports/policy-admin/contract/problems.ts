import { z } from "zod"

/**
 * The ways in which an account system refuses an operation, as `code` of its
 * `application/problem+json`, with the HTTP status of each and the caller's reaction.
 */
export const problems = {
  invalid: {
    status: 400,
    meaning: "The request does not fit its schema, or lacks a header; `field` names the place.",
  },
  unauthorized: { status: 401, meaning: "The token is missing, unknown or expired." },
  forbidden: { status: 403, meaning: "The token does not allow this operation." },
  unknownOperation: { status: 404, meaning: "This server has no such operation." },
  keyReused: {
    status: 409,
    meaning: "Another request was made with this Idempotency-Key. Nothing was changed.",
  },
  tooLarge: { status: 413, meaning: "The request is larger than the server takes." },
  tooMany: {
    status: 429,
    meaning: "Too many requests. Nothing was changed; repeat after the seconds of Retry-After.",
  },
  failed: {
    status: 500,
    meaning: "The server failed. A change may have been made: repeat it with the same key.",
  },
  away: {
    status: 503,
    meaning: "The account system is unavailable. Repeat; a change with the same key.",
  },
} as const
export type ProblemCode = keyof typeof problems

/** The body of a refusal. Source of the form: RFC 9457. */
export const problemShape = z
  .object({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problems) as [ProblemCode]),
    field: z.string().optional().meta({ description: "Of `invalid`: the place in the request." }),
  })
  .meta({ id: "Problem" })
