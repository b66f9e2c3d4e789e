import { ApiError } from "#contracts/messages.ts"
import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import type { authorizations } from "#contracts/payments/authorizations.ts"
import type { Database } from "#database/open.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import { createPdf, type PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDay } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import { holderOf } from "#services/products/holder.ts"
import type { StaffOpens } from "#services/staff/customers/opened-documents.ts"
import { staffFor } from "../payment-presenter.ts"
import { findAuthorizations, type GivenRow } from "./authorizations.store.ts"

/** As many as a person is shown; years of them. */
const listLength = 200

const titles: Record<AuthorizationKind, string> = {
  "pay-now": "Payment",
  add: "Auto Pay set up",
  "add-admin-fees": "Auto Pay set up",
  both: "Auto Pay and payment frequency changed",
  "payment-method": "Auto Pay payment method changed",
  frequency: "Payment frequency changed",
  remove: "Auto Pay ended",
}

/** What a person has agreed to, for them to read again and to keep. */
export function createAuthorizationPapers({
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
      return {
        authorizations: rows.map((row) => ({
          authorizationId: row.id,
          title: titles[row.kind],
          policyNumber: row.policyNumber,
          agreedDate: shownDay(row.agreedAt),
          isCarriedOut: yesNo(!row.isRefused),
        })),
        messages: [],
      }
    },

    async "GET /myaccount-core/authorizations/{authorizationId}"({ site, session, params, ip }) {
      const rows = await given(session)
      const row = rows.find(({ id }) => id === params.authorizationId)
      if (!row) throw new ApiError("request.notFound")
      const paper = await createPdf({
        brand: await brandOf(session.client, site.origin),
        title: `Authorization: ${titles[row.kind]}`,
        subject: `Certificate/Plan number ${row.policyNumber}`,
        date: row.agreedAt,
        blocks: blocksOf(row),
      })
      await staffOpens(session, ip, `the authorization “${titles[row.kind]}”`)
      return { document: paper.toString("base64"), messages: [] }
    },
  }

  return { handlers }
}

function blocksOf(row: GivenRow): PdfBlock[] {
  const refused: PdfBlock[] = row.isRefused
    ? [{ paragraph: "This authorization was not used, because something had changed by then." }]
    : []
  return [
    ...refused,
    ...paragraphsOf(row.content).map((paragraph) => ({ paragraph })),
    {
      facts: [
        ["Agreed on", `${row.agreedAt.toISOString().replace("T", " ").slice(0, 19)} UTC`],
        ["Agreed by", agreedBy(row)],
        ["From the address", row.ip],
        ["Text", row.version],
      ],
    },
    {
      note: "“Text” identifies the exact wording: it is the SHA-256 of the text that was shown on the screen.",
    },
  ]
}

function agreedBy({ actorKind, actorUserid, subjectUserid }: GivenRow): string {
  return actorKind === "customer" ? actorUserid : staffFor(actorUserid, subjectUserid)
}
