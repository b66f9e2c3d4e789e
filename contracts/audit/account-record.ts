import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

const recordItem = z.object({
  /** By which customer service finds it. */
  number: z.number().int(),
  /** An ISO moment. */
  at: z.string(),
  who: z.enum(["You", "Customer service", "Someone who did not log in", "My Account"]),
  /** In plain words. */
  what: z.string(),
})
export type RecordItem = z.output<typeof recordItem>

export const accountRecord = {
  "GET /myaccount-core/accountRecord": endpoint({
    summary: "Who looked at the account and what they did, newest first",
    role: "customer-or-staff",
    query: z.object({
      /** Only what came before this number. */
      before: z.coerce.number().int().positive().optional(),
    }),
    reply: z.object({ items: z.array(recordItem), hasMore: z.boolean(), messages: messageList }),
    errors: [],
  }),
  "POST /myaccount-core/accountRecord/notRecognised": endpoint({
    summary: "Says that somebody does not recognise an entry; the operator is told",
    role: "customer",
    body: z.object({ number: z.number().int().positive() }),
    reply: z.object({ messages: messageList }),
    errors: ["request.notFound", "accountRecord.tooMany"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
