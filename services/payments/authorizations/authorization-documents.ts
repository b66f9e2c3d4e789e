import { ApiError } from "#contracts/messages.ts"
import type { authorizations } from "#contracts/payments/authorizations.ts"
import type { Database } from "#database/open.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import { createPdf } from "#platform/pdf/pdf.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import { holderOf } from "#services/products/holder.ts"
import type { StaffOpens } from "#services/staff/customers/opened-documents.ts"
import {
  authorizationBlocks,
  authorizationTitles,
  givenAuthorizationOf,
} from "./authorization-presenter.ts"
import { findAuthorizations } from "./authorizations.store.ts"

/** The list shows this many authorizations: those of several years. */
const listLength = 200

/** Lists what a customer has agreed to, and makes a document of each authorization. */
export function createAuthorizationDocuments({
  database,
  policyAdmin,
  brandOf,
  staffOpens,
}: {
  database: Database
  policyAdmin: PolicyAdmin
  brandOf: BrandOf
  staffOpens: StaffOpens
}) {
  const given = async ({ client, accountNumber }: CustomerSession) =>
    await findAuthorizations(database, client, accountNumber, listLength)

  const handlers: Handlers<typeof authorizations> = {
    async "POST /myaccount-core/authorizations"({ session, body }) {
      await holderOf(policyAdmin, session, body.policyNumber)
      const rows = await given(session)
      return { authorizations: rows.map(givenAuthorizationOf), messages: [] }
    },

    async "GET /myaccount-core/authorizations/{authorizationId}"({ site, session, params, ip }) {
      const rows = await given(session)
      const row = rows.find(({ id }) => id === params.authorizationId)
      if (!row) throw new ApiError("request.notFound")
      const title = authorizationTitles[row.kind]
      const pdf = await createPdf({
        brand: await brandOf(session.client, site.origin),
        title: `Authorization: ${title}`,
        subject: `Certificate/Plan number ${row.policyNumber}`,
        date: row.agreedAt,
        blocks: authorizationBlocks(row),
      })
      await staffOpens(session, ip, `the authorization “${title}”`)
      return { document: pdf.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}
