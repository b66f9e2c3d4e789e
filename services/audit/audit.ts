import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { CustomerSession } from "../call-request.ts"
import { appendEntry, type LockedEnd, lockEnd } from "./audit.store.ts"
import { beginningOf, chainOf } from "./audit-chains.ts"
import { contentOf, peopleOf } from "./audit-content.ts"
import { createAuditHash } from "./audit-hash.ts"
import type { AuditKeys } from "./audit-keys.ts"
import { createAuditPeople, type PersonSeals } from "./audit-people.ts"

/** Every action in the audit log. */
export const auditActions = [
  "record.begin",
  "record.broken",
  "signIn",
  "signIn.failed",
  "signOut",
  "session.end",
  "answer.failed",
  "password.change.failed",
  "ticket.failed",
  "call.refused",
  "limit.reached",
  "proof",
  "proof.failed",
  "signIn.linkSent",
  "register",
  "password.change",
  "password.reset",
  "securityQuestion.change",
  "contact.change",
  "newEmail.ask",
  "newEmail.cancel",
  "newEmail.failed",
  "emailChange.confirm",
  "emailChange.deny",
  "emails.resubscribe",
  "emails.unsubscribe",
  "paymentMethod.add",
  "paymentMethod.change",
  "paymentMethod.delete",
  "account.close",
  "autoPay.change",
  "autoPay.skip",
  "autoPay.suspend",
  "payment.submit",
  "payment.accept",
  "payment.decline",
  "payment.cancel",
  "payment.return",
  "payment.refund",
  "payment.refund.fail",
  "payment.dispute",
  "correction.void",
  "staff.search",
  "staff.impersonate",
  "staff.act",
  "staff.open",
  "staff.resetPassword",
  "staff.changeEmail",
  "staff.deleteRegistration",
  "staff.refund",
  "staff.credit",
  "staff.writeOff",
  "staff.reversal",
  "staff.release",
  "staff.approval.ask",
  "staff.approval.refuse",
  "staff.approval.withdraw",
  "staff.limit",
  "staff.account.add",
  "staff.account.change",
  "staff.account.disable",
  "staff.account.enable",
  "staff.account.remove",
  "staff.secondFactor.add",
  "staff.secondFactor.reset",
  "staff.recoveryCode.use",
  "staff.password.change",
  "record.notRecognised",
  "person.export",
  "person.erase",
  "account.move",
  "person.lift",
  "key.retire",
  "release.store",
  "release.publish",
  "release.rollback",
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The actor: the person, staff (also when acting for the person), someone who has not proven their
 * identity, the operator at the command line, or the software itself.
 */
export type Actor =
  | { kind: "customer" | "staff"; userid: string }
  | { kind: "visitor" | "operator" | "system" }

export interface AuditEntry {
  /** The client; "" for entries about the whole installation. */
  client: string
  action: AuditAction
  actor: Actor
  /** The account; null if there is none. */
  accountNumber: string | null
  subjectUserid: string | null
  /** The client's IP address; null for the software's own actions. */
  ip: string | null
  /** The changed fields as readable texts. Never a secret: no password, answer, code or number. */
  before?: Record<string, string>
  after?: Record<string, string>
}

export interface Audit {
  /**
   * Adds an audit entry in the transaction of the change. Call it last in the transaction, because
   * other entries in the same chain wait until `tx` ends.
   */
  record(tx: Queries, entry: AuditEntry): Promise<void>
}

/**
 * Writes the audit log. database/migrations/0006-audit.sql explains how it reveals tampering, and
 * decision 23 lists the contents of an entry.
 */
export function createAudit({ clock, keys }: { clock: Clock; keys: AuditKeys }): Audit {
  const { hash, seal, isSealed } = createAuditHash(keys.entries)
  const people = createAuditPeople(keys)
  const key = keys.entries.current.id.toString("hex")

  async function record(tx: Queries, entry: AuditEntry): Promise<void> {
    const named = peopleOf(people, entry)
    // Creates missing keys before locking the end of the chain, because other entries wait for that
    // lock.
    const { client } = entry
    const seals = await people.sealsFor(tx, client, [named.person, named.actor], clock.now())
    const strand = chainOf(named.person)
    const end = await lockEnd(tx, client, strand)
    const isNew = end.number === beginningOf(strand)
    // The first chain of "" lists all other chains, so that the check notices a removed chain.
    if (isNew && (client !== "" || strand > 1)) {
      const after = { client, ...(strand > 1 && { strand: String(strand) }) }
      await record(tx, { ...aboutRecord("record.begin"), after })
    }
    const isWhole = isNew || isOwn(end)
    // If the chain was truncated, an entry records it. Otherwise the next entry would hide it.
    const broken = { ...aboutRecord("record.broken"), client }
    const last = isWhole ? end : await append(tx, broken, peopleOf(people, broken), new Map(), end)
    await append(tx, entry, named, seals, last)
  }

  /**
   * Whether this installation sealed the end of the chain. An end with an unknown key is not its
   * own.
   */
  function isOwn(end: Parameters<typeof isSealed>[0]): boolean {
    try {
      return isSealed(end)
    } catch {
      return false
    }
  }

  async function append(
    tx: Queries,
    entry: AuditEntry,
    named: ReturnType<typeof peopleOf>,
    seals: PersonSeals,
    end: Pick<LockedEnd, "number" | "hash" | "ends">,
  ) {
    const { client } = entry
    const at = clock.now()
    const number = end.number + 1
    const content = contentOf(entry, named, seals, { number, at, key, ends: end.ends })
    const previousHash = end.hash
    const own = { client, number, hash: hash({ client, number, content, previousHash }) }
    await appendEntry(tx, { ...own, content, previousHash, seal: seal(own), at })
    return { ...own, ends: null }
  }

  return { record }
}

function aboutRecord(action: AuditAction): AuditEntry {
  return {
    client: "",
    action,
    actor: { kind: "system" },
    accountNumber: null,
    subjectUserid: null,
    ip: null,
  }
}

/** The actor in this session, and the customer for whom they act. */
export function auditedBy(session: CustomerSession, ip: string) {
  const actor: Actor =
    session.staffUserid === null
      ? { kind: "customer", userid: session.userid }
      : { kind: "staff", userid: session.staffUserid }
  const { client, accountNumber, userid } = session
  return { client, actor, accountNumber, subjectUserid: userid, ip }
}
