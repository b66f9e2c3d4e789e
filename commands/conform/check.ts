import { isDeepStrictEqual } from "node:util"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { TestPerson } from "./people-file.ts"
import type { Server } from "./server.ts"

/** One rule that an account system must follow. */
export interface Check {
  /** A sentence that is true for a conforming server. */
  name: string
  group: string
  /** The changes that the check makes; absent if it only reads. */
  writes?: Writes
  /**
   * Errors: `ConformFinding` if the rule is violated, `NotApplicable` if the test people do not allow the
   * check.
   */
  run(trial: Trial): Promise<void>
}

/** A change that a check makes, and how it is undone. */
export interface Writes {
  what: string
  /** The person or product, in words. Errors: `NotApplicable`. */
  on(trial: Trial): Promise<string>
}

/** The tools of a check. */
export interface Trial {
  /** The account system, through the port. */
  policyAdmin: PolicyAdmin
  /** The same account system, request by request. */
  server: Server
  /** The people in the operator's file; may be empty. */
  people: readonly TestPerson[]
  /** A plain date, in UTC. */
  today: string
  /** Adds a step that is called in reverse order after the check, however it ends. */
  undo(step: () => Promise<unknown>): void
}

/** A violation of a rule. */
export class ConformFinding extends Error {
  override name = "Finding"
  readonly expected: string
  readonly came: string
  constructor(expected: string, came: string) {
    super(`${expected}: ${came}`)
    this.expected = expected
    this.came = came
  }
}

/** The test people do not allow this check. The message contains what is missing. */
export class NotApplicable extends Error {
  override name = "NotApplicable"
}

/** Throws unless the condition is true. Errors: `ConformFinding`. */
export function expect(holds: boolean, expected: string, came: unknown): asserts holds {
  if (!holds) throw new ConformFinding(expected, shown(came))
}

/** Compares all fields; the finding shows the fields that differ. Errors: `ConformFinding`. */
export function expectSame(came: unknown, wanted: unknown, expected: string): void {
  if (isDeepStrictEqual(came, wanted)) return
  throw new ConformFinding(expected, differences(came, wanted).slice(0, 8).join("; "))
}

/** `paths: received instead of expected`, for each value that differs. */
function differences(came: unknown, wanted: unknown, path = ""): string[] {
  if (isDeepStrictEqual(came, wanted)) return []
  const areBoth = (is: (value: unknown) => boolean) => is(came) && is(wanted)
  const areAlike = areBoth(Array.isArray) || areBoth((value) => isObject(value))
  if (!areAlike || (Array.isArray(came) && came.length !== (wanted as unknown[]).length)) {
    return [`${path === "" ? "" : `${path}: `}${shown(came)} instead of ${shown(wanted)}`]
  }
  const [left, right] = [came, wanted] as Record<string, unknown>[]
  return [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])].flatMap((key) =>
    differences(left?.[key], right?.[key], path === "" ? key : `${path}.${key}`),
  )
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A value as text of at most 300 characters. */
export function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value))
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
