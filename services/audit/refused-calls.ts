import { type MessageId, messages } from "#contracts/messages.ts"
import type { CustomerSession, StaffSession } from "../call-request.ts"
import type { Deps } from "../deps.ts"
import { type Actor, type AuditAction, auditedBy } from "./audit.ts"

/** The maximum number of entries about one caller and one kind of refusal. */
const auditedLimit = { calls: 20, minutes: 60 }

/**
 * The audit action of each refusal. Rate limits are recorded in addition. Source: ASVS 5.0, V16.3.
 */
const recordedAs: Partial<Record<MessageId, AuditAction>> = {
  "session.notAllowed": "call.refused",
  "staff.roleMissing": "call.refused",
  "request.foreignOrigin": "call.refused",
  "request.notYours": "call.refused",
  "request.clientMismatch": "call.refused",
  "captcha.bot": "call.refused",
  "password.wrong": "password.change.failed",
  "resetPassword.ticket": "ticket.failed",
  "handoff.invalid": "ticket.failed",
  "handoff.actingInvalid": "ticket.failed",
  "signIn.link": "ticket.failed",
}

/** These are recorded when the email with the link is sent, for the person who gets it. */
const recordedElsewhere: readonly MessageId[] = ["signIn.linkSent", "forgotPassword.linkSent"]

interface RefusedCall {
  /** Method and path of the contract row. */
  key: string
  client: string
  session: CustomerSession | StaffSession | null
  ip: string
  /** The key of the caller's rate limits. */
  countedUnder: string
}

/**
 * Records refusals that indicate an attack: wrong old passwords, invalid tickets, calls that
 * require another role or come from a foreign page or in another person's name, failed proofs of
 * work, and calls above a rate limit.
 */
export function createRefusedCalls({ database, audit, rateLimits }: Deps) {
  return async function record(call: RefusedCall, messageId: MessageId): Promise<void> {
    if (recordedElsewhere.includes(messageId)) return
    const isTooOften = messages[messageId].status === 429
    const action = isTooOften ? "limit.reached" : recordedAs[messageId]
    if (action === undefined) return
    const counted = `${action} on record of ${call.countedUnder}`
    if (!(await rateLimits.isWithin(counted, auditedLimit))) return
    const { key, ip, session } = call
    const about =
      session?.kind === "customer"
        ? auditedBy(session, ip)
        : {
            client: call.client,
            actor: actorOf(session),
            accountNumber: null,
            subjectUserid: null,
            ip,
          }
    await database.transaction((tx) =>
      audit.record(tx, { ...about, action, after: { call: key, message: messageId } }),
    )
  }
}

export type RecordRefusedCall = ReturnType<typeof createRefusedCalls>

function actorOf(session: StaffSession | null): Actor {
  return session === null ? { kind: "visitor" } : { kind: "staff", userid: session.staffUserid }
}
