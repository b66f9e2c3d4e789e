import type { accountRecord } from "#contracts/audit/account-record.ts"
import { Failure } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Say } from "#platform/localize.ts"
import type { MailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Handlers } from "../call-request.ts"
import { recordItemOf, silentActions } from "./account-record-presenter.ts"
import { type Audit, auditedBy } from "./audit.ts"
import type { AuditTrail } from "./audit-log.ts"
import { notRecognisedAlert, notRecognisedMail } from "./service-desk-email.ts"

const pageSize = 10

interface Needs {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
  audit: Audit
  auditTrail: AuditTrail
  outbox: MailOutbox
  wakeMail: () => void
  say: Say
  brandOf: BrandOf
  /** Where the operator reads what people do not recognise. */
  alertsTo: string
  /** Errors: `accountRecord.tooMany`. */
  spend: (key: string, budget: { calls: number; minutes: number }) => Promise<void>
}

/** Who looked at a person's account and what they did, for the person. */
export function createAccountRecord(needs: Needs) {
  const { database, clock, policyAdmin, audit, outbox, say } = needs

  const handlers: Handlers<typeof accountRecord> = {
    async "GET /myaccount-core/accountRecord"({ session, query }) {
      const { client, accountNumber } = session
      const entries = await needs.auditTrail.of(database, client, accountNumber, {
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
      await needs.spend(`entries not recognised by ${session.userid}`, { calls: 5, minutes: 60 })
      const [entry] = await needs.auditTrail.of(database, client, accountNumber, {
        before: body.number + 1,
        limit: 1,
        without: silentActions,
      })
      const person = await policyAdmin.person(client, accountNumber)
      if (entry?.number !== body.number || !person) throw new Failure("request.notFound")
      const item = recordItemOf(entry)
      const brand = await needs.brandOf(client, site.origin)
      const number = String(item.number)
      const news = { brand, firstName: person.firstName, at: clock.now(), number, what: item.what }
      await database.transaction(async (tx) => {
        const alert = notRecognisedAlert({ ...news, client, accountNumber, entryAt: entry.at })
        await outbox.add(tx, addressed(alert, brand, needs.alertsTo))
        if (person.emailAddress !== "") {
          await outbox.add(tx, addressed(notRecognisedMail(news), brand, person.emailAddress))
        }
        const after = { number, what: item.what }
        await audit.record(tx, { ...auditedBy(session, ip), action: "record.notRecognised", after })
      })
      needs.wakeMail()
      const values = { number, phone: brand.phoneNumber }
      return { messages: [await say(client, "accountRecord.told", values)] }
    },
  }

  return { handlers }
}
