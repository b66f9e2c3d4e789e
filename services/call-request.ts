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

/** The site that a request reached, by its host. */
export interface Site {
  host: string
  /** Where links to the site lead, such as https://my.example.com: of its main host, as stored. */
  origin: string
  client: string
  clientName: string
  isCustomerSite: boolean
  /** The clients that a person may sign in to here: this one, or the unions of a group. */
  clients: readonly string[]
  /** The word of a group for one of its members, such as "union"; "union" where there is no group. */
  groupTerm: string
  /** This host and, for a group, those of its unions. */
  hosts: readonly string[]
  /** The release that this browser previews; only calls for content know it. */
  preview?: Preview
}

/** Every client whose rows a call at this site may use: its own and, for a group, those of its unions. */
export function clientsOf({ client, clients }: Pick<Site, "client" | "clients">): string[] {
  return [...new Set([client, ...clients])]
}

/** A customer's session, or that of staff acting for a customer (`staffUserid` is set). */
export interface CustomerSession {
  kind: "customer"
  id: string
  client: string
  userid: string
  accountNumber: string
  staffUserid: string | null
  /** When the person logged in, also if the session was transferred to this host since. */
  startedAt: Date
  /** Of the customer; null where they have chosen none. */
  securityQuestionId: string | null
  /** When a right one-time code was last entered in it; null if never. */
  provenAt: Date | null
}

/** Staff at the support site. */
export interface StaffSession {
  kind: "staff"
  id: string
  /** Of the support site. */
  client: string
  staffUserid: string
  /** Of the account now. */
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

/** HttpOnly, SameSite=Strict, for this host alone. */
export interface Cookies {
  get(name: CookieName): string | undefined
  /** Kept for `maxAgeSeconds`; without, as long as the browser runs. */
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
  /** The header of a row that takes one; "" for all others. */
  idempotencyKey: string
  /**
   * For a row whose handler finds out whether the call needs fresh proof: see `Endpoint.proof`.
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

/** The functions that answer the rows of one capability: one for each, and no other. */
export type Handlers<Rows extends Record<string, Endpoint>> = {
  [Key in keyof Rows]: (request: CallRequest<Rows[Key]>) => Promise<ReplyOf<Rows[Key]>>
}
