import { ApiError, type MessageId } from "#contracts/messages.ts"
import type { documents } from "#contracts/products/documents.ts"
import { DocumentStoreAway, DocumentTooLarge } from "#ports/document-store/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import { policyOf, sessionAccount } from "../session-account.ts"
import { createCard } from "./card-pdf.ts"

/**
 * Documents of a customer. The account system decides which customer a document belongs to; the
 * store only holds the files.
 */
export function createDocuments(deps: Deps) {
  const { policyAdmin, documentStore, clock, brandOf, log } = deps
  const staffOpens = createStaffOpens(deps)

  const handlers: Handlers<typeof documents> = {
    async "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}"({
      session,
      params,
      ip,
    }) {
      const { client, accountNumber } = session
      const entry = await policyAdmin.document(client, accountNumber, params)
      if (!entry) throw new ApiError("request.notFound")
      const { documentId, documentSource, documentCategory } = entry
      const key = { client, accountNumber, documentId, documentSource, documentCategory }
      const body = await documentStore.read(key).catch((error: Error) => {
        log.error({ err: error }, "A document could not be read.")
        throw new ApiError(messageOf(error))
      })
      if (!body) {
        log.error({}, "A document that the account system names is not in the store.")
        throw new ApiError("document.missing")
      }
      if (!isWholePdf(body)) {
        log.error({ bytes: body.length }, "A document in the store is not a whole PDF.")
        throw new ApiError("document.missing")
      }
      await staffOpens(session, ip, `the document “${entry.documentName}”`)
      return { document: body.toString("base64"), messages: [] }
    },

    async "GET /myaccount-core/productCard/{policyNumber}"({ site, session, params, ip }) {
      const account = await sessionAccount(policyAdmin, session, params.policyNumber)
      const policy = policyOf(account, params.policyNumber)
      if (!policy.active) throw new ApiError("request.notFound")
      const { firstName, lastName } = account.person
      const card = await createCard({
        brand: await brandOf(session.client, site.origin),
        date: clock.now(),
        log,
        holder: `${firstName} ${lastName}`.trim(),
        productName: policy.productDesc,
        number: policy.policyNumber,
        isInsurance: policy.isInsuranceProduct,
        coverageType: policy.coverageType,
        effectiveDate: policy.coverageEffectiveDate,
      })
      await staffOpens(session, ip, `the card of ${policy.policyNumber}`)
      return { document: card.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}

/** PDF readers look for these two markers in the first and in the last 1,024 bytes. */
function isWholePdf(body: Buffer): boolean {
  return body.subarray(0, 1024).includes("%PDF-") && body.subarray(-1024).includes("%%EOF")
}

function messageOf(error: Error): MessageId {
  if (error instanceof DocumentTooLarge) return "document.tooLarge"
  if (error instanceof DocumentStoreAway) return "document.unavailable"
  throw error
}
