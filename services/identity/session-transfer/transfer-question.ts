import type { TransferPerson, TransferQuestion } from "#contracts/identity/sessions.ts"
import { later } from "#platform/time.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { type Cookies, clientsOf, type Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { isOver } from "../sessions/session-expiry.ts"
import { findSession, type SessionRow } from "../sessions/sessions.store.ts"
import { bindToBrowser, type Presented, type SessionTransfer } from "./session-transfer.store.ts"

/** How long a person can take to answer the question. */
const answerSeconds = 5 * 60

/** A customer's session, or the session of staff who act for a customer. */
export interface BrowserSession extends SessionRow {
  userid: string
  accountNumber: string
}

/** The live session of this browser at this host, found by its cookie. */
export async function sessionOfBrowser(
  { database, clock, secrets }: Deps,
  { site, cookies }: { site: Site; cookies: Cookies },
): Promise<BrowserSession | undefined> {
  const cookie = cookies.get("session")
  if (cookie === undefined) return undefined
  const cookieHash = secrets.hash("session cookie", cookie)
  const session = await findSession(database, clientsOf(site), cookieHash, site.host)
  return session && isOfCustomer(session) && !isOver(session, clock.now()) ? session : undefined
}

function isOfCustomer(session: SessionRow): session is BrowserSession {
  return session.userid !== null && session.accountNumber !== null
}

/** Whether the session belongs to the same person, and to the same staff member if one acts. */
export function isSamePerson(session: BrowserSession, sessionTransfer: SessionTransfer): boolean {
  return (
    session.userid === sessionTransfer.userid && session.staffUserid === sessionTransfer.staffUserid
  )
}

/**
 * Whether the person at the browser must agree before the transfer opens a session: if another
 * person is signed in in this browser, or if nobody is and the browser's headers do not show that
 * it comes from one of our own pages. A stranger can plant a link, but cannot make a browser send a
 * false origin.
 */
export function mustBeAsked(
  sessionTransfer: SessionTransfer,
  current: BrowserSession | undefined,
  { site, cameFrom }: { site: Site; cameFrom: string | undefined },
): boolean {
  if (current) return !isSamePerson(current, sessionTransfer)
  return cameFrom === undefined || originIn(cameFrom) !== originAt(site, sessionTransfer.fromHost)
}

/** The origin of another host of this installation, with this site's scheme and port. */
export function originAt(site: Site, host: string): string {
  const address = new URL(site.origin)
  address.hostname = host
  return address.origin
}

function originIn(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * Prepares the question: names both people, and reserves the transfer for this browser until five
 * minutes after the first question.
 *
 * Returns undefined if the transfer was used up in the meantime.
 */
export async function askFirst(
  deps: Deps,
  { site, cookies }: { site: Site; cookies: Cookies },
  asked: Presented & {
    sessionTransfer: SessionTransfer
    person: Person
    current: BrowserSession | undefined
  },
): Promise<TransferQuestion | undefined> {
  const { sessionTransfer, person, current } = asked
  const present = current && (await deps.policyAdmin.person(current.client, current.accountNumber))
  // All tabs that show the question at the same time share one cookie. It gives no access; it is
  // only compared.
  const secret = cookies.get("transfer") ?? deps.secrets.random()
  const now = deps.clock.now()
  const isBound = await bindToBrowser(
    deps.database,
    {
      tokenHash: asked.tokenHash,
      clients: clientsOf(site),
      host: site.host,
      browserHash: deps.secrets.hash("transfer cookie", secret),
      replacesSessionId: current?.id ?? null,
    },
    now,
    later(now, { seconds: answerSeconds }),
  )
  if (!isBound) return undefined
  cookies.set("transfer", secret, answerSeconds)
  return {
    incoming: named(person, sessionTransfer.staffUserid),
    current: current ? named(present, current.staffUserid) : null,
  }
}

function named(person: Person | undefined, staffUserid: string | null): TransferPerson {
  return {
    firstName: person?.firstName ?? "",
    lastName: person?.lastName ?? "",
    agentUserid: staffUserid ?? "",
    accountNumber: staffUserid === null ? "" : (person?.accountNumber ?? ""),
  }
}
