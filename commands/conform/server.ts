import { idempotencyKey, type Operation, pathOf } from "#ports/policy-admin/contract/operation.ts"
import {
  type OperationName,
  operations,
  type ReplyOf,
  type RequestOf,
} from "#ports/policy-admin/contract/operations.ts"
import { type ProblemCode, problemShape } from "#ports/policy-admin/contract/problems.ts"
import { ConformFinding, shown } from "./check.ts"

/** A request and its answer, for the report. It never contains the token. */
export interface Exchange {
  method: string
  path: string
  body: string | undefined
  /** The HTTP status, or the reason why there is none. */
  status: number | string
  contentType: string
  text: string
}

interface RawRequest {
  method?: string
  body?: string
  /** Undefined leaves a header out. */
  headers?: Record<string, string | undefined>
  seconds?: number
}

/** The server under test. */
export interface Server {
  /** Sends a request unchanged. Errors: `ConformFinding` when no complete answer comes in time. */
  send(path: string, request?: RawRequest): Promise<Exchange>
  /**
   * Calls an operation of the contract. Errors: `ConformFinding` unless its reply matches the contract.
   */
  ask<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    signal?: AbortSignal,
    changeId?: string,
  ): Promise<ReplyOf<Name>>
  /** All exchanges since the last call of this function, oldest first. */
  exchanges(): Exchange[]
}

/** `token` is sent as a bearer token with every request, unless the request has its own header. */
export function connect(url: string, token: string | undefined): Server {
  let exchanges: Exchange[] = []
  const base = url.replace(/\/+$/, "")

  async function send(
    path: string,
    { method = "POST", body, headers = {}, seconds = 10 }: RawRequest = {},
  ) {
    const exchange: Exchange = {
      method,
      path,
      body,
      status: "",
      contentType: "",
      text: "",
    }
    exchanges.push(exchange)
    const all = {
      accept: "application/json",
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      "content-type": body === undefined ? undefined : "application/json",
      ...headers,
    }
    const sent = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined)
    const failure = await fill(exchange, {
      method,
      headers: sent,
      body,
      signal: AbortSignal.timeout(seconds * 1000),
      redirect: "manual",
    })
    if (failure === undefined) return exchange
    const isLate = failure.name === "TimeoutError"
    const reason = isLate ? "none in this time" : reasonOf(failure)
    exchange.status = exchange.status === "" ? reason : `${exchange.status}, then ${reason}`
    throw new ConformFinding(`a complete answer within ${seconds} seconds`, reason)
  }

  /** Receives the answer into the exchange. Returns why that failed. */
  async function fill(exchange: Exchange, request: RequestInit): Promise<Error | undefined> {
    try {
      const reply = await fetch(base + exchange.path, request)
      exchange.status = reply.status
      exchange.contentType = reply.headers.get("content-type") ?? ""
      exchange.text = await reply.text()
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  return {
    send,
    async ask(name, request, _signal, changeId) {
      const operation: Operation = operations[name]
      const { method, seconds } = operation
      const key = idempotencyKey(name, operation, request, changeId)
      const body = method === "GET" ? undefined : JSON.stringify(operation.request.encode(request))
      const headers = { "idempotency-key": key }
      const exchange = await send(pathOf(name), { method, body, seconds, headers })
      return replyOf(name, request, exchange)
    },
    exchanges() {
      const made = exchanges
      exchanges = []
      return made
    },
  }
}

/**
 * Errors: `ConformFinding` unless the exchange is a success with the contract's shape, about the request.
 */
function replyOf<Name extends OperationName>(
  name: Name,
  request: RequestOf<Name>,
  { status, contentType, text }: Exchange,
): ReplyOf<Name> {
  const operation: Operation = operations[name]
  if (status !== 200)
    throw new ConformFinding(`${name} answers with status 200`, `${status} ${shown(text)}`)
  if (!/^application\/json\b/.test(contentType)) {
    throw new ConformFinding(
      `${name} answers with application/json`,
      contentType || "no content-type",
    )
  }
  const parsed = operation.reply.safeParse(jsonOf(name, text))
  if (!parsed.success) {
    const issues = parsed.error.issues.slice(0, 5)
    const places = issues.map(({ path, message }) => `${path.join(".") || "the reply"}: ${message}`)
    throw new ConformFinding(`${name} answers in the contract's shape`, places.join("; "))
  }
  const stray = operation.strayField?.(request, parsed.data)
  if (stray !== undefined) {
    const came = `${stray} of ${shown(jsonOf(name, text))}`
    throw new ConformFinding(`${name} answers about what was asked for`, came)
  }
  return parsed.data as ReplyOf<Name>
}

/** Errors: `ConformFinding`. */
function jsonOf(name: string, text: string): unknown {
  const parsed = parsedJson(text)
  if (!parsed) throw new ConformFinding(`${name} answers with complete JSON`, shown(text))
  return parsed.value
}

function parsedJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Errors: `ConformFinding` unless the exchange is a refusal in the contract's form with one of the codes.
 */
export function expectProblem(
  { status, contentType, text }: Exchange,
  ...codes: [ProblemCode, ...ProblemCode[]]
): void {
  const wanted = `a refusal as ${codes.join(" or ")}`
  const came = `${status} ${contentType} ${shown(text)}`
  if (!/^application\/problem\+json\b/.test(contentType)) {
    throw new ConformFinding(`${wanted}, as application/problem+json`, came)
  }
  const problem = problemShape.safeParse(jsonOf("a refusal", text))
  if (!problem.success) throw new ConformFinding(`${wanted}, in the form of the contract`, came)
  const isOne = codes.includes(problem.data.code) && problem.data.status === status
  if (!isOne) throw new ConformFinding(wanted, came)
}

function reasonOf(error: Error): string {
  const cause = error.cause as (Error & { code?: string }) | undefined
  const code = cause?.code ?? ""
  return inWords[code] ?? (code || (cause?.message ?? error.message))
}

/** Sentences for the codes of a failed request. Source: Node.js, undici. */
const inWords: Record<string, string> = {
  UND_ERR_SOCKET: "the server closed the connection before the answer was complete",
  ECONNRESET: "the server cut the connection before the answer was complete",
  EPIPE: "the server closed the connection before it had read the request",
  ECONNREFUSED: "nothing listens at this address and port (ECONNREFUSED)",
  ENOTFOUND: "this host name is not known (ENOTFOUND)",
  EAI_AGAIN: "this host name could not be looked up (EAI_AGAIN)",
  UND_ERR_CONNECT_TIMEOUT: "the server did not take the connection in time",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too large",
  HPE_INVALID_CONSTANT: "the answer is not HTTP (HPE_INVALID_CONSTANT)",
}
