import type {
  Endpoint,
  ParamsOf,
  ParsedBodyOf,
  QueryOf,
  ReplyOf,
  Role,
  StaffCallRole,
} from "#contracts/endpoint.ts"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import type { Preview } from "./brands/previews/preview-links.ts"

/** The site that a request reached, found by its host. */
export interface Site {
  host: string
  /** Origin of links to the site, such as https://my.example.com: its main host, as stored. */
  origin: string
  client: string
  clientName: string
  isCustomerSite: boolean
  /** The clients that a person may sign in to here: this one, or the unions of a group. */
  clients: readonly string[]
  /** The group's word for one of its members, such as "union"; also "union" without a group. */
  groupTerm: string
  /** This host and, for a group, the hosts of its unions. */
  hosts: readonly string[]
  /** The release that this browser previews. Only content calls have it. */
  preview?: Preview
}

/** Every client whose rows a call at this site may use: its own and, for a group, its unions. */
export function clientsOf({ client, clients }: Pick<Site, "client" | "clients">): string[] {
  return [...new Set([client, ...clients])]
}

/** A customer's session, or a session of staff acting for a customer (`staffUserid` is set). */
export interface CustomerSession {
  kind: "customer"
  id: string
  client: string
  userid: string
  accountNumber: string
  staffUserid: string | null
  /** When the person logged in, even if the session was transferred to this host later. */
  startedAt: Date
  /** The customer's security question; null if they have chosen none. */
  securityQuestionId: string | null
  /** When a correct one-time code was last entered in the session; null if never. */
  provenAt: Date | null
}

/** Staff at the support site. */
export interface StaffSession {
  kind: "staff"
  id: string
  /** The client of the support site. */
  client: string
  staffUserid: string
  /** Current roles of the staff account. */
  roles: readonly StaffRole[]
}

export type CookieName =
  | "session"
  | "sign-in"
  | "registration"
  | "registration-code"
  | "proof"
  | "new-email"
  | "recovery"
  | "device"
  | "sign-in-link"
  | "staff"
  | "provider"
  | "transfer"
  | "preview"

/** Cookies are HttpOnly, SameSite=Strict, and limited to this host. */
export interface Cookies {
  get(name: CookieName): string | undefined
  /** Sets a cookie for `maxAgeSeconds`; without it, until the browser closes. */
  set(name: CookieName, value: string, maxAgeSeconds?: number): void
  clear(name: CookieName): void
}

type SessionOf<C extends Role> = C extends "anonymous"
  ? null
  : C extends "anonymous-or-customer"
    ? CustomerSession | null
    : C extends StaffCallRole
      ? StaffSession
      : C extends "signed-in"
        ? CustomerSession | StaffSession
        : CustomerSession

export interface CallRequest<E extends Endpoint, C extends Role = E["role"]> {
  site: Site
  session: SessionOf<C>
  body: ParsedBodyOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  /** The value of the Idempotency-Key header for rows that accept one; otherwise "". */
  idempotencyKey: string
  /**
   * For rows whose handler decides whether the call needs fresh proof: see `Endpoint.proof`.
   *
   * Errors: `proof.required`.
   */
  requireStepUpCode: () => void
  /** The caller's address as the server sees it. */
  ip: string
  /** The caller's `User-Agent` header; "" without one. */
  userAgent: string
  cookies: Cookies
}

/** The handlers of one capability: exactly one for each of its rows. */
export type Handlers<Rows extends Record<string, Endpoint>> = {
  [Key in keyof Rows]: (request: CallRequest<Rows[Key]>) => Promise<ReplyOf<Rows[Key]>>
}
