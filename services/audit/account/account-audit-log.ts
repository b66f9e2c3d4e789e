import type { accountAuditLog } from "#contracts/audit/account-audit-log.ts"
import { ApiError } from "#contracts/messages.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Handlers } from "../../call-request.ts"
import type { Deps } from "../../deps.ts"
import { auditedBy } from "../audit.ts"
import { auditLogItemOf, hiddenActions } from "./account-audit-log-presenter.ts"
import { notRecognizedAlert, notRecognizedEmail } from "./not-recognized-email.ts"

const pageSize = 10
/** The number of alerts that one customer can cause. */
const alertLimit = { calls: 5, minutes: 60, message: "accountRecord.tooMany" } as const

/** Shows customers who viewed their account and what was done. */
export function createAccountAuditLog(deps: Deps) {
  const { database, clock, policyAdmin, audit, auditLog, rateLimits } = deps
  const { laggingReads, outbox, wakeEmail, localize, brandOf, alertsTo } = deps

  const handlers: Handlers<typeof accountAuditLog> = {
    async "GET /myaccount-core/accountRecord"({ session, query }) {
      const { client, accountNumber } = session
      const entries = await auditLog.of(laggingReads, client, accountNumber, {
        before: query.before ?? Number.MAX_SAFE_INTEGER,
        limit: pageSize + 1,
        without: hiddenActions,
      })
      return {
        items: entries.slice(0, pageSize).map((entry) => auditLogItemOf(entry, session)),
        hasMore: entries.length > pageSize,
        messages: [],
      }
    },

    async "POST /myaccount-core/accountRecord/notRecognised"({ site, session, body, ip }) {
      const { client, accountNumber } = session
      await rateLimits.consume(`entries not recognized by ${session.userid}`, alertLimit)
      const [entry] = await auditLog.of(database, client, accountNumber, {
        before: Number.MAX_SAFE_INTEGER,
        only: body.number,
        limit: 1,
        without: hiddenActions,
      })
      const person = await policyAdmin.person(client, accountNumber)
      if (entry?.number !== body.number || !person) throw new ApiError("request.notFound")
      const item = auditLogItemOf(entry, session)
      const brand = await brandOf(client, site.origin)
      const number = String(item.number)
      const { firstName, policyNumber } = person
      const at = clock.now()
      const news = { brand, firstName, policyNumber, at, number, what: item.what }
      await database.transaction(async (tx) => {
        const alert = notRecognizedAlert({ ...news, client, accountNumber, entryAt: entry.at })
        await outbox.add(tx, addressed(alert, brand, alertsTo))
        if (person.emailAddress !== "") {
          await outbox.add(tx, addressed(notRecognizedEmail(news), brand, person.emailAddress))
        }
        const after = { number, what: item.what }
        await audit.record(tx, { ...auditedBy(session, ip), action: "record.notRecognised", after })
      })
      wakeEmail()
      const values = { number, phone: brand.phoneNumber }
      return { messages: [await localize(client, "accountRecord.told", values)] }
    },
  }

  return { handlers }
}
