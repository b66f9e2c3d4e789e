import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

const auditLogItem = z.object({
  /** The number with which customer service finds the entry. */
  number: z.number().int(),
  /** ISO date and time. */
  at: z.string(),
  by: z.enum(["customer", "staff", "anonymous", "system"]),
  /**
   * The event as a sentence without a period. It names the actor in words for the reader, customer
   * or staff.
   */
  what: z.string(),
  /** Whether the reader can report that they do not recognize the entry. */
  canReport: z.boolean(),
})
export type AuditLogItem = z.output<typeof auditLogItem>

export const accountAuditLog = {
  "GET /myaccount-core/accountRecord": endpoint({
    summary: "The audit entries of the account, newest first",
    role: "customer-or-staff",
    query: z.object({
      /** Only entries before this number. */
      before: z.coerce.number().int().positive().optional(),
    }),
    reply: z.object({ items: z.array(auditLogItem), hasMore: z.boolean(), messages: messageList }),
    errors: [],
  }),
  "POST /myaccount-core/accountRecord/notRecognised": endpoint({
    summary: "Reports an entry that the customer does not recognize, and alerts the operator",
    role: "customer",
    body: z.object({ number: z.number().int().positive() }),
    reply: z.object({ messages: messageList }),
    errors: ["request.notFound", "accountRecord.tooMany"],
    rateLimit: { calls: 30, minutes: 10 },
  }),
}
