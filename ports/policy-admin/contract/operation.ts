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
  /** Seconds that the operation may take in all, with its repetitions. */
  seconds: number
  /**
   * The parts of a request that make it the same change as another, for the Idempotency-Key: a
   * repetition by another process has the same key. `changeId`: the id that the caller gave the change,
   * or a new one. Absent: the operation only reads and needs no key.
   */
  sameChange?(request: z.output<Request>, changeId: string): readonly unknown[]
  /**
   * Whether the reply is about what was asked for. A reply that was mixed up with another, or kept
   * by a cache, is refused, so that no customer sees the data of another person.
   */
  isAbout?(request: z.output<Request>, reply: z.output<Reply>): boolean
}

/** Declares one row and keeps its exact types. */
export function operation<const Request extends z.ZodType, const Reply extends z.ZodType>(
  row: Omit<Operation<Request, Reply>, "method"> & { method?: "GET" | "POST" },
): Operation<Request, Reply> {
  return { method: "POST", ...row }
}

/** For a request without an id in it. Without an id of the caller, only the repetitions of one call are one change. */
export const byChangeId = (_request: unknown, changeId: string) => [changeId]

/**
 * The Idempotency-Key of a request; undefined for an operation that only reads. A hash, because ids
 * may hold characters that no header can.
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
