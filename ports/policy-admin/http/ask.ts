import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleType,
  retry,
} from "cockatiel"
import { z } from "zod"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { idempotencyKey, type Operation, pathOf } from "../contract/operation.ts"
import {
  type OperationName,
  operations,
  type ReplyOf,
  type RequestOf,
} from "../contract/operations.ts"
import { AccountSystemRefused } from "../port.ts"
import { type FailureFacts, Misfit, Refused, Unanswered } from "./failures.ts"
import type { Sending } from "./send.ts"

export interface HttpLog {
  info(data: object, text: string): void
  warn(data: object, text: string): void
  error(data: object, text: string): void
}

/** Number of consecutive unanswered requests after which requests pause. */
const failuresUntilRest = 10
export const restMs = 5_000
const mostRepetitions = 2
/**
 * Operations with at least this time limit are background work: they neither open the breaker nor
 * wait for it, and are not repeated here.
 */
const longSeconds = 60
/** The most places of one reply that the log names. */
const mostNamed = 20

/**
 * Sends a request to the account system. An unanswered request is repeated, with jitter, within the
 * time limit of its operation. While the breaker is open no request is sent; after a pause one
 * request tries.
 *
 * Errors: `AccountSystemAway`; `AccountSystemRefused` for a change that it refused; the reason of
 * `signal` after it aborts.
 */
export function createHttpAsk(
  send: (sending: Sending) => Promise<unknown>,
  log: HttpLog,
  metrics?: Pick<AdapterMetrics, "accountSystem" | "accountSystemResting" | "accountSystemFaults">,
) {
  const breaker = circuitBreaker(handleType(Unanswered), {
    halfOpenAfter: restMs,
    breaker: new ConsecutiveBreaker(failuresUntilRest),
  })
  breaker.onBreak(() => {
    metrics?.accountSystemResting.set(1)
    log.error({ restMs }, "The account system does not answer. It is asked again after a rest.")
  })
  breaker.onReset(() => {
    metrics?.accountSystemResting.set(0)
    log.info({}, "The account system answers again.")
  })
  const repeating = retry(handleType(Unanswered), {
    maxAttempts: mostRepetitions,
    backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 500 }),
  })

  async function attempt(name: OperationName, request: object, sending: Sending) {
    const row: Operation = operations[name]
    const { whole, holes } = withoutUnfitRows(row, await timed(name, sending))
    const read = z.safeDecode(row.reply, whole)
    if (!read.success) {
      const field = fieldOf(read)
      throw new Misfit("The account system's reply does not fit the contract.", { field })
    }
    const field = row.strayField?.(request, read.data)
    if (field !== undefined) {
      throw new Misfit("The account system's reply is about something else.", { field })
    }
    if (holes.size === 0) return read.data
    metrics?.accountSystemFaults.inc({ fault: "row" }, holes.size)
    log.error(
      { operation: name, fields: [...holes.values()].slice(0, mostNamed), left: holes.size },
      "Rows of the account system's reply do not fit the contract, and are left out.",
    )
    return withHoles(row, read.data, holes)
  }

  /** Sends a request and records how long its answer took. */
  async function timed(operation: OperationName, sending: Sending): Promise<unknown> {
    const end = metrics?.accountSystem.startTimer({ operation })
    try {
      const reply = await send(sending)
      end?.({ result: "answered" })
      return reply
    } catch (error) {
      end?.({ result: error instanceof Unanswered ? "unanswered" : "refused" })
      throw error
    }
  }

  return async function ask<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    signal?: AbortSignal,
    changeId?: string,
  ): Promise<ReplyOf<Name>> {
    const row: Operation = operations[name]
    const inTime = AbortSignal.timeout(row.seconds * 1_000)
    const sending: Sending = {
      method: row.method,
      path: pathOf(name),
      body: row.method === "GET" ? undefined : bodyOf(name, row, request),
      idempotencyKey: idempotencyKey(name, row, request, changeId),
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    }
    const once = () => attempt(name, request, sending)
    const guarded = row.seconds >= longSeconds ? once : () => breaker.execute(once, sending.signal)
    try {
      const reply = await (row.seconds >= longSeconds || name === "available"
        ? guarded()
        : repeating.execute(guarded, sending.signal))
      return reply as ReplyOf<Name>
    } catch (error) {
      signal?.throwIfAborted()
      throw explained(error, name)
    }
  }

  function explained(error: unknown, operation: OperationName): unknown {
    if (error instanceof BrokenCircuitError) {
      return new Unanswered("The account system does not answer, and is not asked now.")
    }
    if (error instanceof Unanswered) warnOf(error)
    if (error instanceof Refused || error instanceof Misfit) {
      log.error({ operation, ...error.facts }, error.message)
    }
    if (error instanceof Misfit) metrics?.accountSystemFaults.inc({ fault: "misfit" })
    if (error instanceof Refused && error.facts.status === 401) {
      metrics?.accountSystemFaults.inc({ fault: "unauthorized" })
    }
    if (error instanceof Refused && isAboutChange(operation, error.facts)) {
      const { status, reason, field } = error.facts
      return new AccountSystemRefused([operation, status, reason, field].filter(Boolean).join(" "))
    }
    return error

    function warnOf({ message, facts }: Error & { facts: FailureFacts }) {
      log.warn({ operation, ...facts }, message)
    }
  }
}

/**
 * Whether the refusal concerns this change rather than our token or the number of our requests,
 * which concern all requests.
 */
function isAboutChange(name: OperationName, { status = 0 }: FailureFacts): boolean {
  const isRefusal = status >= 400 && status < 500 && ![401, 407, 429].includes(status)
  return isRefusal && (operations[name] as Operation).sameChange !== undefined
}

/**
 * The reply without the rows that do not match the shape, and the place of each of these rows by
 * its index.
 */
function withoutUnfitRows({ rows }: Operation, reply: unknown) {
  const holes = new Map<number, string>()
  const list: unknown = rows && (reply as Record<string, unknown> | null)?.[rows.field]
  if (!rows || !Array.isArray(list)) return { whole: reply, holes }
  const fitting = list.filter((one, at) => {
    const read = z.safeDecode(rows.row, one as never)
    if (!read.success) holes.set(at, `${rows.field}.${at}.${fieldOf(read)}`)
    return read.success
  })
  return { whole: { ...(reply as object), [rows.field]: fitting }, holes }
}

/** The reply with `undefined` in the place of each row that was left out. */
function withHoles({ rows }: Operation, reply: unknown, holes: ReadonlyMap<number, string>) {
  if (!rows) return reply
  const fitting = [...((reply as Record<string, unknown[]>)[rows.field] ?? [])]
  const length = fitting.length + holes.size
  const all = Array.from({ length }, (_, at) => (holes.has(at) ? undefined : fitting.shift()))
  return { ...(reply as object), [rows.field]: all }
}

function fieldOf({ error }: z.ZodSafeParseError<unknown>): string {
  return error.issues[0]?.path.join(".") ?? ""
}

/** Encodes the request. Errors: an `Error` that names the place, and no value. */
function bodyOf(name: OperationName, { request }: Operation, asked: unknown): string {
  const written = z.safeEncode(request, asked)
  if (written.success) return JSON.stringify(written.data)
  const field = written.error.issues[0]?.path.join(".")
  throw new Error(`The request of ${name} does not fit the contract at "${field}".`)
}
