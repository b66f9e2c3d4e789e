import { ApiError } from "#contracts/messages.ts"
import type { authorizations } from "#contracts/payments/authorizations.ts"
import { numberLabel } from "#contracts/products/product-number-rules.ts"
import { createPdf } from "#platform/pdf/pdf.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { sessionAccount } from "#services/products/session-account.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import { authorizationBlocks } from "./authorization-pdf-presenter.ts"
import { authorizationTitles, givenAuthorizationOf } from "./authorization-presenter.ts"
import {
  findAuthorization,
  findAuthorizations,
  findAuthorizedCharges,
} from "./authorizations.store.ts"

/** Lists what a customer has agreed to, and creates a document for each authorization. */
export function createAuthorizationDocuments(deps: Deps) {
  const { database, policyAdmin, brands, brandOf, log } = deps
  const staffOpens = createStaffOpens(deps)

  /** The charges of a customer, by their authorization. */
  async function chargesOf({ client, accountNumber }: CustomerSession) {
    const charges = await findAuthorizedCharges(database, client, accountNumber)
    return Map.groupBy(charges, ({ authorizationId }) => authorizationId)
  }

  const handlers: Handlers<typeof authorizations> = {
    async "POST /myaccount-core/authorizations"({ session, body }) {
      const { products } = await sessionAccount(policyAdmin, session, body.policyNumber)
      const { client, accountNumber } = session
      const rows = await findAuthorizations(database, client, accountNumber)
      const charges = await chargesOf(session)
      const timeZone = await brands.timeZoneOf(client)
      return {
        authorizations: rows.map((row) =>
          givenAuthorizationOf(row, charges.get(row.id) ?? [], products, timeZone),
        ),
        messages: [],
      }
    },

    async "GET /myaccount-core/authorizations/{authorizationId}"({ site, session, params, ip }) {
      const { client, accountNumber } = session
      const { authorizationId } = params
      const row = await findAuthorization(database, client, accountNumber, authorizationId)
      if (!row) throw new ApiError("request.notFound")
      const charges = (await chargesOf(session)).get(row.id) ?? []
      const policy = await policyAdmin.product(client, accountNumber, row.policyNumber)
      const title = authorizationTitles[row.kind]
      const brand = await brandOf(session.client, site.origin)
      const pdf = await createPdf({
        brand,
        title: `Authorization: ${title}`,
        subject: `${numberLabel(policy?.isInsuranceProduct)} ${row.policyNumber}`,
        date: row.agreedAt,
        log,
        blocks: authorizationBlocks(row, charges, brand.timeZone),
      })
      await staffOpens(session, ip, `the authorization “${title}”`)
      return { document: pdf.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}
