import type { z } from "zod"
import type { MessageId } from "./messages.ts"
import type { CaptchaAction } from "./rules.ts"

/**
 * Who may call. `visitor`: anybody at a known host. `customer`: the signed-in customer alone.
 * `customer-or-staff`: the customer, or staff acting for them. `agent`: staff at the support site.
 * `signed-in`: any of these three. `visitor-or-customer`: anybody; a customer who is signed in is
 * known, and staff are visitors.
 */
export type Role =
  | "anonymous"
  | "anonymous-or-customer"
  | "customer"
  | "customer-or-staff"
  | "staff"
  | "signed-in"

type Method = "GET" | "POST" | "PUT" | "DELETE"
export type EndpointKey = `${Method} /${string}`

export interface Endpoint<
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  C extends Role = Role,
> {
  /** One line for the API document. */
  summary: string
  role: C
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  /** The messages that this call can answer with, besides those that every call shares. */
  errors: readonly MessageId[]
  /** The body's `accountNumber` is one of a bank, not that of the person, which is checked. */
  accountNumberIsBanks?: true
  /**
   * How many calls one signed-in person may make, or, where nobody is, one client address at one
   * brand; counted in the database.
   */
  rateLimit?: { calls: number; minutes: number }
  /**
   * Changes who somebody is, so that the session needs a one-time code that was entered within the
   * last `proofMinutes`; otherwise the answer is 409 `proof.required`, before anything is done.
   * `recent`: every call. `recent-for-email`: a call that changes the email address; its handler
   * finds out and calls `requireProof`. Staff who act for a customer need no code.
   */
  proof?: "recent" | "recent-for-email"
  /** Needs a solved proof of work for this action in the header x-captcha; a call uses it up. */
  captcha?: CaptchaAction
  /**
   * Takes the header Idempotency-Key: chosen by the caller, one for each intention, the same at
   * every repetition. What it keeps from happening twice is the service's to say.
   */
  idempotencyKey?: true
}

/** Declares one row of the API; it only keeps the types of what it is given. */
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

/** What a caller sends in the body. */
export type BodyOf<E> = E extends Endpoint<infer Body, z.ZodType> ? z.input<Body> : never
/** What a service receives, parsed. */
export type ParsedBodyOf<E> = E extends Endpoint<infer Body, z.ZodType> ? Out<Body> : never
export type ReplyOf<E> = E extends Endpoint<z.ZodType, infer Reply> ? z.output<Reply> : never
export type ParamsOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Params> ? Out<Params> : never
export type QueryOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Query> ? Out<Query> : never
