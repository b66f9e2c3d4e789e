import type { AuditLogItem } from "#contracts/audit/account-audit-log.ts"
import type { CustomerSession } from "../call-request.ts"
import type { AuditLogEntry } from "./audit-log.ts"

/** The reader of the audit log of an account. */
export type Reader = Pick<CustomerSession, "staffUserid" | "startedAt">

const by: Record<AuditLogEntry["actorKind"], AuditLogItem["by"]> = {
  customer: "customer",
  staff: "staff",
  visitor: "anonymous",
  operator: "system",
  system: "system",
}

const subjects: Record<AuditLogItem["by"], string> = {
  customer: "You",
  staff: "Customer service",
  anonymous: "Someone who was not logged in",
  system: "We",
}

/** Actions that cannot be reported: harmless ones, and customers' own reports. */
const neverReported: readonly string[] = ["signOut", "record.notRecognised"]

/**
 * The words for the actor and the customer in an entry for this reader, and whether the reader can
 * report the entry.
 */
export function shownTo({ staffUserid, startedAt }: Reader, entry: AuditLogEntry) {
  const actor = by[entry.actorKind]
  const isStaff = staffUserid !== null
  const isOwnLogin = entry.action === "signIn" && isSameMoment(entry.at, startedAt)
  return {
    by: actor,
    who: isStaff && actor === "customer" ? "The customer" : subjects[actor],
    you: isStaff ? "the customer" : "you",
    your: isStaff ? "the customer’s" : "your",
    canReport:
      !isStaff && actor !== "system" && !isOwnLogin && !neverReported.includes(entry.action),
  }
}

/**
 * The session and the audit entry of a sign-in are written in one transaction, but each reads the
 * clock separately.
 */
function isSameMoment(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) < 5000
}
