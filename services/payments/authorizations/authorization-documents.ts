import { ApiError } from "#contracts/messages.ts"
import type { authorizations } from "#contracts/payments/authorizations.ts"
import { createPdf } from "#platform/pdf/pdf.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { sessionAccount } from "#services/products/session-account.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import {
  authorizationBlocks,
  authorizationTitles,
  givenAuthorizationOf,
} from "./authorization-presenter.ts"
import { findAuthorizations } from "./authorizations.store.ts"

/** The list shows this many authorizations: those of several years. */
const listLength = 200

/** Lists what a customer has agreed to, and makes a document of each authorization. */
export function createAuthorizationDocuments(deps: Deps) {
  const { database, policyAdmin, brands, brandOf } = deps
  const staffOpens = createStaffOpens(deps)
  const given = async ({ client, accountNumber }: CustomerSession) =>
    await findAuthorizations(database, client, accountNumber, listLength)

  const handlers: Handlers<typeof authorizations> = {
    async "POST /myaccount-core/authorizations"({ session, body }) {
      await sessionAccount(policyAdmin, session, body.policyNumber)
      const rows = await given(session)
      const timeZone = await brands.timeZoneOf(session.client)
      return {
        authorizations: rows.map((row) => givenAuthorizationOf(row, timeZone)),
        messages: [],
      }
    },

    async "GET /myaccount-core/authorizations/{authorizationId}"({ site, session, params, ip }) {
      const rows = await given(session)
      const row = rows.find(({ id }) => id === params.authorizationId)
      if (!row) throw new ApiError("request.notFound")
      const title = authorizationTitles[row.kind]
      const brand = await brandOf(session.client, site.origin)
      const pdf = await createPdf({
        brand,
        title: `Authorization: ${title}`,
        subject: `Certificate/Plan number ${row.policyNumber}`,
        date: row.agreedAt,
        blocks: authorizationBlocks(row, brand.timeZone),
      })
      await staffOpens(session, ip, `the authorization “${title}”`)
      return { document: pdf.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}
