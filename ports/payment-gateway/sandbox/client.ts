import { z } from "zod"
import type { Clock } from "#platform/clock.ts"
import { outgoingTrace } from "#platform/http/call-context.ts"
import {
  AuthenticationNeeded,
  AuthorizationGone,
  type Charge,
  ChargeRefused,
  GatewayAway,
  GatewaySilent,
  KeyReused,
  MethodGone,
  RefundRefused,
  TokenRefused,
} from "../port.ts"
import { authenticationsPath } from "./authentications.ts"
import { charged, refusal, refusedCharge } from "./shapes.ts"

export interface SandboxAddress {
  /** The address of the sandbox's API, evaluated on each call. */
  address: () => string
  /** The address for the browser: an origin with its path, or a path of each site. */
  browserAddress: string
  /** The address of its frames on an origin of their own, evaluated when it is needed. */
  framesAddress: () => string
  secret: string
  /** How long to wait for an answer. */
  timeoutMs: number
  clock: Clock
}

export interface Answer {
  status: number
  content: unknown
}

/** Calls the sandbox's API. */
export function createAsk(options: SandboxAddress) {
  const send = createSend(options)
  /** Errors: `AuthenticationNeeded`, and those of `send`. */
  return async function ask(...request: Parameters<typeof send>): Promise<Answer> {
    const answer = await send(...request)
    if (answer.status !== 428) return answer
    const { id, reference } = asked.parse(answer.content)
    const address = `${options.browserAddress}${authenticationsPath}/${id}`
    throw new AuthenticationNeeded({ address, reference })
  }
}

const asked = z.object({ id: z.string(), reference: z.string() })

function createSend({ address, secret, timeoutMs }: SandboxAddress) {
  return async function send(
    method: string,
    path: string,
    options: { body?: object; key?: string; timeoutMs?: number } = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = {
      ...outgoingTrace(),
      authorization: `Bearer ${secret}`,
    }
    if (options.key !== undefined) headers["idempotency-key"] = options.key
    if (options.body) headers["content-type"] = "application/json"
    try {
      const response = await fetch(address() + path, {
        method,
        headers,
        ...(options.body && { body: JSON.stringify(options.body) }),
        signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, content: text === "" ? undefined : JSON.parse(text) }
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause
      const neverReached = unreached.has(cause?.code ?? "")
      throw neverReached
        ? new GatewayAway("The sandbox was not reached.", { cause: error })
        : new GatewaySilent("The sandbox did not answer.", { cause: error })
    }
  }
}

/** Errors that happen before any byte is sent. */
const unreached = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
])

function reasonOf({ content }: Answer): string {
  return (content as { reason?: string } | undefined)?.reason ?? ""
}

export function readCharge(answer: Answer): Charge | undefined {
  return reasonOf(answer) === "charge_unknown" ? undefined : read(charged, answer)
}

/** Statuses of a wrong secret, too many requests, and a gateway that refuses to act. */
const refusesToAct = [401, 403, 429, 503]

export function read<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  if (answer.status < 300) return schema.parse(answer.content)
  const word = reasonOf(answer)
  if (word === "key_reused") throw new KeyReused(word)
  if (word === "refund_refused") throw new RefundRefused(word)
  if (word === "charge_refused") {
    throw new ChargeRefused(refusedCharge.parse(answer.content).refusedFor, word)
  }
  if (word === "authorization_gone") throw new AuthorizationGone(word)
  if (word === "method_gone") throw new MethodGone(word)
  if (answer.status === 422) {
    throw new TokenRefused(refusal.safeParse(word).data ?? "other")
  }
  if (refusesToAct.includes(answer.status)) throw new GatewayAway(word)
  if (answer.status >= 500) throw new GatewaySilent(`The sandbox answered ${answer.status}.`)
  throw new Error(`The sandbox answered ${answer.status} ${word}.`)
}
