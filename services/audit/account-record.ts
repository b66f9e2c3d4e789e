import type { accountRecord } from "#contracts/audit/account-record.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Localize } from "#platform/localize.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Handlers } from "../call-request.ts"
import { recordItemOf, silentActions } from "./account-record-presenter.ts"
import { type Audit, auditedBy } from "./audit.ts"
import type { AuditLog } from "./audit-log.ts"
import { notRecognisedAlert, notRecognizedEmail } from "./service-desk-email.ts"

const pageSize = 10

interface Needs {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
  audit: Audit
  auditLog: AuditLog
  outbox: EmailOutbox
  wakeEmail: () => void
  localize: Localize
  brandOf: BrandOf
  /** Where the operator reads what people do not recognise. */
  alertsTo: string
  /** Errors: `accountRecord.tooMany`. */
  consume: (key: string, rateLimit: { calls: number; minutes: number }) => Promise<void>
}

/** Who looked at a person's account and what they did, for the person. */
export function createAccountRecord(needs: Needs) {
  const { database, clock, policyAdmin, audit, outbox, localize } = needs

  const handlers: Handlers<typeof accountRecord> = {
    async "GET /myaccount-core/accountRecord"({ session, query }) {
      const { client, accountNumber } = session
      const entries = await needs.auditLog.of(database, client, accountNumber, {
        before: query.before ?? Number.MAX_SAFE_INTEGER,
        limit: pageSize + 1,
        without: silentActions,
      })
      return {
        items: entries.slice(0, pageSize).map(recordItemOf),
        hasMore: entries.length > pageSize,
        messages: [],
      }
    },

    async "POST /myaccount-core/accountRecord/notRecognised"({ site, session, body, ip }) {
      const { client, accountNumber } = session
      await needs.consume(`entries not recognised by ${session.userid}`, { calls: 5, minutes: 60 })
      const [entry] = await needs.auditLog.of(database, client, accountNumber, {
        before: body.number + 1,
        limit: 1,
        without: silentActions,
      })
      const person = await policyAdmin.person(client, accountNumber)
      if (entry?.number !== body.number || !person) throw new ApiError("request.notFound")
      const item = recordItemOf(entry)
      const brand = await needs.brandOf(client, site.origin)
      const number = String(item.number)
      const news = { brand, firstName: person.firstName, at: clock.now(), number, what: item.what }
      await database.transaction(async (tx) => {
        const alert = notRecognisedAlert({ ...news, client, accountNumber, entryAt: entry.at })
        await outbox.add(tx, addressed(alert, brand, needs.alertsTo))
        if (person.emailAddress !== "") {
          await outbox.add(tx, addressed(notRecognizedEmail(news), brand, person.emailAddress))
        }
        const after = { number, what: item.what }
        await audit.record(tx, { ...auditedBy(session, ip), action: "record.notRecognised", after })
      })
      needs.wakeEmail()
      const values = { number, phone: brand.phoneNumber }
      return { messages: [await localize(client, "accountRecord.told", values)] }
    },
  }

  return { handlers }
}
