import { Failure } from "#contracts/messages.ts"
import type { AgentSession, CustomerSession, Site } from "#services/request.ts"

/**
 * Refuses a body that names somebody else than the session, or another site than the host.
 * The names in a body are only ever checked: what a call sees is decided by host and session.
 *
 * Errors: `request.clientMismatch`, `request.notYours`.
 */
export function checkIdentity(
  body: unknown,
  site: Site,
  session: CustomerSession | AgentSession | null,
  { accountNumberIsBanks = false }: { accountNumberIsBanks?: boolean } = {},
): void {
  if (typeof body !== "object" || body === null) return
  const { client, hostName, accountNumber, userid, csUserid } = body as Record<string, unknown>

  const clients = session?.kind === "customer" ? [session.client] : [site.client, ...site.clients]
  if (!isOneOf(client, clients)) throw new Failure("request.clientMismatch")
  if (!isOneOf(hostName, site.hosts)) throw new Failure("request.clientMismatch")

  if (session === null) return
  if (session.kind === "agent") {
    if (!isOneOf(csUserid, [session.agentUserid])) throw new Failure("request.notYours")
    return
  }
  const mine =
    (accountNumberIsBanks || isOneOf(accountNumber, [session.accountNumber])) &&
    isOneOf(userid, [session.userid]) &&
    isOneOf(csUserid, [session.agentUserid ?? ""])
  if (!mine) throw new Failure("request.notYours")
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return value === undefined || (typeof value === "string" && allowed.includes(value))
}
