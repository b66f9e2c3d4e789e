import type { Database } from "#database/open.ts"
import { type Audit, auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession } from "#services/call-request.ts"

/** `what` in words that stand after "Opened". */
export type StaffOpens = (session: CustomerSession, ip: string, what: string) => Promise<void>

/** Puts on record which papers of a customer staff open. What people open of their own is theirs. */
export function createStaffOpens(database: Database, audit: Audit): StaffOpens {
  return async (session, ip, what) => {
    if (session.staffUserid === null) return
    const entry = { ...auditedBy(session, ip), action: "staff.open", after: { what } } as const
    await database.transaction((tx) => audit.record(tx, entry))
  }
}
