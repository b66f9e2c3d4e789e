import { z } from "zod"
import { customerBody } from "#contracts/products/customer.ts"
import { endpoint } from "../endpoint.ts"
import { pdfLimit } from "../products/documents.ts"
import { messageList, money, shownDate, yesNo } from "../shapes.ts"

const givenAuthorization = z.object({
  authorizationId: z.string(),
  /** The authorized action, such as "Auto Pay set up". */
  title: z.string(),
  policyNumber: z.string(),
  /** The label of the number, such as "Certificate number". */
  policyNumberLabel: z.string(),
  agreedDate: shownDate,
  /** N if the authorized action was not carried out. */
  isCarriedOut: yesNo,
  /** The charges made under this authorization, newest first. */
  charges: z.array(
    z.object({
      paymentId: z.string(),
      paymentDate: shownDate,
      paymentAmount: money,
      /** The status in words, such as "Settled". */
      paymentStatusLabel: z.string(),
    }),
  ),
})
export type GivenAuthorization = z.output<typeof givenAuthorization>

export const authorizations = {
  "POST /myaccount-core/authorizations": endpoint({
    summary: "The authorizations of this account, newest first",
    role: "customer-or-staff",
    mayShowCachedData: true,
    body: customerBody,
    reply: z.object({ authorizations: z.array(givenAuthorization), messages: messageList }),
    errors: ["request.notFound", "accountSystem.away"],
  }),
  "GET /myaccount-core/authorizations/{authorizationId}": endpoint({
    summary: "The accepted text of one authorization, as a PDF in base64",
    role: "customer-or-staff",
    mayShowCachedData: true,
    params: z.object({ authorizationId: z.string().max(60) }),
    rateLimit: pdfLimit,
    reply: z.object({ document: z.string(), messages: messageList }),
    errors: ["request.notFound", "accountSystem.away"],
  }),
}
