import type { Endpoint } from "#contracts/endpoint.ts"
import { useridOf, usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import {
  type CustomerSession,
  clientsOf,
  type Site,
  type StaffSession,
} from "#services/call-request.ts"

type Names = Record<string, unknown>

/**
 * Refuses a body that names another person than the session or another site than the host, in its
 * fields or in the items of its lists. Host and session decide which data a call sees; the names in
 * a body are only compared with them. Only the account system can find the holder of a
 * `policyNumber`: see `sessionAccount` in services/products/session-account.ts.
 *
 * Errors: `request.clientMismatch`, `request.notYours`.
 */
export function checkIdentity(
  body: unknown,
  site: Site,
  session: CustomerSession | StaffSession | null,
  row: Pick<Endpoint, "accountNumberIsBanks"> = {},
): void {
  if (!isObject(body)) return
  for (const names of [body, ...Object.values(body).flat().filter(isObject)]) {
    if (!isOfSite(names, site, session)) throw new ApiError("request.clientMismatch")
    if (!isOfSession(names, session, row)) throw new ApiError("request.notYours")
  }
}

function isOfSite(
  { client, hostName }: Names,
  site: Site,
  session: CustomerSession | StaffSession | null,
): boolean {
  const clients = session?.kind === "customer" ? [session.client] : clientsOf(site)
  return isOneOf(client, clients) && isOneOf(hostName, site.hosts)
}

function isOfSession(
  names: Names,
  session: CustomerSession | StaffSession | null,
  { accountNumberIsBanks }: Pick<Endpoint, "accountNumberIsBanks">,
): boolean {
  if (session === null) return true
  if (session.kind === "staff") return isOneOf(names.csUserid, [session.staffUserid])
  return (
    (accountNumberIsBanks === true || isOneOf(names.accountNumber, [session.accountNumber])) &&
    isOneOf(names.userid, [session.userid]) &&
    isOneOf(names.userId, [session.userid]) &&
    isUsernameOf(names.username, session) &&
    isOneOf(names.csUserid, [session.staffUserid ?? ""])
  )
}

function isUsernameOf(username: unknown, { client, userid }: CustomerSession): boolean {
  if (username === undefined) return true
  return (
    typeof username === "string" &&
    useridOf(username, client) === useridOf(usernameOf(userid), client)
  )
}

function isOneOf(value: unknown, allowed: readonly string[]): boolean {
  return value === undefined || (typeof value === "string" && allowed.includes(value))
}

function isObject(value: unknown): value is Names {
  return typeof value === "object" && value !== null
}
