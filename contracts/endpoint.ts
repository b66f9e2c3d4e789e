import type { z } from "zod"
import type { CaptchaAction } from "./identity/captcha.ts"
import type { MessageId } from "./messages.ts"
import type { StaffRole } from "./staff/staff-roles.ts"

/**
 * The role that a call requires. `anonymous`: any browser at a known host. `customer`: the
 * signed-in customer only. `customer-or-staff`: the customer, or staff with the staff role `serve`
 * who act for them. `staff`: any staff at the support site. `staff:` and a staff role: staff at the
 * support site whose account has that role. `signed-in`: any of these. `anonymous-or-customer`: any
 * browser; if a customer is signed in, the service receives who it is. Staff may make such a call
 * only with the `token` of an emailed link.
 */
export type Role =
  | "anonymous"
  | "anonymous-or-customer"
  | "customer"
  | "customer-or-staff"
  | StaffCallRole
  | "signed-in"

/** The roles of calls at the support site. */
export type StaffCallRole = "staff" | `staff:${StaffRole}`

export function isStaffCallRole(role: Role): role is StaffCallRole {
  return role === "staff" || role.startsWith("staff:")
}

/** The role of a staff account that a call requires; undefined if any account may make it. */
export function staffRoleOf(role: StaffCallRole): StaffRole | undefined {
  return role === "staff" ? undefined : (role.slice("staff:".length) as StaffRole)
}

/** The kind of site that serves a call. */
export type SiteKind = "customer" | "support" | "any"

/**
 * Staff calls are served at the support site; all others at customer sites, unless `site` is set.
 */
export function siteKindOf({ role, site }: Pick<Endpoint, "role" | "site">): SiteKind {
  return site ?? (isStaffCallRole(role) ? "support" : "customer")
}

type Method = "GET" | "POST" | "PUT" | "DELETE"
export type EndpointKey = `${Method} /${string}`

export interface Endpoint<
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  C extends Role = Role,
> {
  /** One line for the API documentation. */
  summary: string
  role: C
  /**
   * The site that serves the call, if the role does not determine it: see `siteKindOf`. The call is
   * not found at other sites.
   */
  site?: SiteKind
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** Messages that this call can return, in addition to those that every call shares. */
  errors: readonly MessageId[]
  /**
   * The body's `accountNumber` is the number of a bank account, so it is not compared with the
   * signed-in person's account number.
   */
  accountNumberIsBanks?: true
  /**
   * The number of calls allowed for a signed-in person or, without a session, for a client address
   * at a brand. Counted in the database.
   */
  rateLimit?: { calls: number; minutes: number }
  /**
   * The call hashes a password or a security answer, so it waits in the hashing queue of customers
   * or staff before it counts in the rate limit. If the queue is full, the reply is `server.busy`.
   */
  waitsInLine?: true
  /**
   * Requires a step-up code that was entered in this session within the last `proofMinutes`.
   * Without it the server replies 409 `proof.required` before it does anything. `recent`: every
   * call needs the code. `recent-for-email`: only a call that changes the email address needs it;
   * the handler checks that and calls `requireStepUpCode`. Staff who act for a customer do not need
   * a code.
   */
  proof?: "recent" | "recent-for-email"
  /** Requires a solved proof of work for this action in the header x-captcha. A call uses it up. */
  captcha?: CaptchaAction
  /**
   * The call only shows data. While the account system is unavailable, the reply may contain its
   * last good data, and the header `x-kept-at` contains their time.
   */
  mayShowCachedData?: true
  /**
   * Added after `accountSystem.away` if the account system was unavailable before anything was
   * done: this call charged and changed nothing.
   */
  whenAway?: MessageId
  /**
   * Accepts the header Idempotency-Key. The client chooses one key for each intended change and
   * repeats it with every retry. The service decides what the key protects from happening twice.
   */
  idempotencyKey?: true
}

/** Declares one row of the API with its exact types. */
export function endpoint<
  const C extends Role,
  Reply extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(row: Endpoint<Body, Reply, Params, Query, C>): Endpoint<Body, Reply, Params, Query, C> {
  return row
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The body that a client sends, before parsing. */
export type BodyOf<E> = E extends Endpoint<infer Body, z.ZodType> ? z.input<Body> : never
/** The parsed body that a service receives. */
export type ParsedBodyOf<E> = E extends Endpoint<infer Body, z.ZodType> ? Out<Body> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, infer Reply> ? z.output<Reply> : never
export type ParamsOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Params> ? Out<Params> : never
export type QueryOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Query> ? Out<Query> : never
