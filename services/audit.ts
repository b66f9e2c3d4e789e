import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import { appendEntry } from "./audit.store.ts"
import type { CustomerSession } from "./request.ts"

/** Everything that is put on record. */
export const auditActions = [
  "signIn",
  "signIn.failed",
  "register",
  "password.change",
  "password.reset",
  "securityQuestion.change",
  "contact.change",
  "emails.resubscribe",
  "emails.unsubscribe",
  "paymentMethod.add",
  "paymentMethod.change",
  "paymentMethod.delete",
  "autoPay.change",
  "payment.submit",
  "payment.accept",
  "payment.decline",
  "payment.return",
] as const
export type AuditAction = (typeof auditActions)[number]

/** Who did it: the person, staff (also when acting for the person), or the software by itself. */
export type Actor =
  | { kind: "customer"; userid: string }
  | { kind: "staff"; userid: string }
  | { kind: "system" }

export interface AuditEntry {
  client: string
  action: AuditAction
  actor: Actor
  /** Whose account; null where there is none yet. */
  accountNumber: string | null
  subjectUserid: string | null
  /** The caller's address; null where the software acted by itself. */
  ip: string | null
  /** What changed, in words a person can read. Never a secret: no password, answer, code or number. */
  before?: Record<string, string>
  after?: Record<string, string>
}

export interface Audit {
  /** Puts an entry on record together with the change of `tx`: both are there, or neither. */
  record(tx: Queries, entry: AuditEntry): Promise<void>
}

/** Keeps what was done; see database/migrations/0006-audit.sql for what makes it trustworthy. */
export function createAudit({ clock }: { clock: Clock }): Audit {
  return {
    async record(tx, { client, actor, ...entry }) {
      const at = clock.now()
      const content = canonicalJson({
        ...entry,
        at: at.toISOString(),
        client,
        actorKind: actor.kind,
        actorUserid: actor.kind === "system" ? null : actor.userid,
      })
      await appendEntry(tx, { client, at, content })
    },
  }
}

/** Who acts and for whom, in this session. */
export function auditedBy(session: CustomerSession, ip: string) {
  const actor: Actor =
    session.agentUserid === null
      ? { kind: "customer", userid: session.userid }
      : { kind: "staff", userid: session.agentUserid }
  const { client, accountNumber, userid } = session
  return { client, actor, accountNumber, subjectUserid: userid, ip }
}

/** The same text for the same content: fields in the order of their names, at every depth. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
