import { z } from "zod"
import { endpoint } from "../endpoint.ts"
import { messageList } from "../shapes.ts"

/** The id, source and category together identify a document. */
const name = z.string().max(60)

/** A PDF as base64. */
const pdfReply = z.object({ document: z.string(), messages: messageList })

/**
 * Documents can have 15 MB, and others are generated. Nobody needs to read more documents of one
 * kind than this.
 */
export const pdfLimit = { calls: 60, minutes: 5 }

export const documents = {
  "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}": endpoint({
    summary: "A document or letter of the customer, as a PDF",
    role: "customer-or-staff",
    mayShowCachedData: true,
    params: z.object({ documentId: name, documentSource: name, documentCategory: name }),
    reply: pdfReply,
    errors: [
      "request.notFound",
      "document.missing",
      "document.tooLarge",
      "document.unavailable",
      "accountSystem.away",
    ],
    rateLimit: pdfLimit,
  }),
  "GET /myaccount-core/productCard/{policyNumber}": endpoint({
    summary: "The wallet card of one active product, as a PDF",
    role: "customer-or-staff",
    params: z.object({ policyNumber: z.string().max(40) }),
    reply: pdfReply,
    errors: ["request.notFound", "accountSystem.away"],
    rateLimit: pdfLimit,
  }),
}
