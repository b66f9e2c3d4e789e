import { createHash, randomUUID } from "node:crypto"
import type { z } from "zod"

/** The version of the contract. It is part of every path; an incompatible change raises it. */
export const contractVersion = 1

/** One row of the contract: a function of `PolicyAdmin` as an HTTP request. */
export interface Operation<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** One line for the document. */
  summary: string
  /** Rules that the shapes do not express. */
  rules?: string
  method: "GET" | "POST"
  request: Request
  reply: Reply
  /** Time limit of the operation in seconds, including repetitions. */
  seconds: number
  /**
   * The parts of a request that identify the change, for the Idempotency-Key, so that a repetition
   * by another process has the same key. `changeId`: the caller's id of the change, or a new one.
   * Absent: the operation only reads and needs no key.
   */
  sameChange?(request: z.output<Request>, changeId: string): readonly unknown[]
  /**
   * The first field of the reply that is about something other than the request; undefined if there
   * is none. A reply that was mixed up with another, or cached by a proxy, is refused, so that no
   * customer sees the data of another person.
   */
  strayField?(request: z.output<Request>, reply: z.output<Reply>): string | undefined
  /**
   * A list in the reply whose rows are about different customers. A row that does not match the
   * shape is left out and counted, so that the other customers do not wait for its correction.
   */
  rows?: { field: keyof z.output<Reply> & string; row: z.ZodType }
}

/** Declares one row and preserves its exact types. */
export function operation<const Request extends z.ZodType, const Reply extends z.ZodType>(
  row: Omit<Operation<Request, Reply>, "method"> & { method?: "GET" | "POST" },
): Operation<Request, Reply> {
  return { method: "POST", ...row }
}

/**
 * The field by which a reply names the changed item, if it differs from the field in the request.
 */
export function echoOf<Field extends string>(field: Field) {
  return (asked: Record<Field, unknown>, reply: Record<Field, unknown>) =>
    asked[field] === reply[field] ? undefined : field
}

/**
 * For a request without an id. Without an id from the caller, only the repetitions of one call are
 * one change.
 */
export const byChangeId = (_request: unknown, changeId: string) => [changeId]

/**
 * The Idempotency-Key of a request; undefined for an operation that only reads. It is a hash,
 * because ids may contain characters that are not allowed in a header.
 */
export function idempotencyKey(
  name: string,
  { sameChange }: Operation,
  request: unknown,
  changeId: string = randomUUID(),
): string | undefined {
  const parts = sameChange?.(request, changeId)
  if (parts === undefined) return undefined
  return createHash("sha256")
    .update(JSON.stringify([name, ...parts]))
    .digest("base64url")
}

/** The path of an operation: the name of the function, below the version. */
export function pathOf(name: string): string {
  return `/v${contractVersion}/${name}`
}
