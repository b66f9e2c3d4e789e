import { auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"

/** Records that staff opened a document; `what` is the text after "Opened". */
export type StaffOpens = (session: CustomerSession, ip: string, what: string) => Promise<void>

/** Adds an audit entry when staff open a customer's document, but not when the customer does. */
export function createStaffOpens({
  database,
  audit,
}: Pick<Deps, "database" | "audit">): StaffOpens {
  return async (session, ip, what) => {
    if (session.staffUserid === null) return
    const entry = { ...auditedBy(session, ip), action: "staff.open", after: { what } } as const
    await database.transaction((tx) => audit.record(tx, entry))
  }
}
