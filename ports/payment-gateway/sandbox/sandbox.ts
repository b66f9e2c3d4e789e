import { z } from "zod"
import type { Clock } from "#platform/clock.ts"
import {
  type Charge,
  GatewayAway,
  GatewaySilent,
  KeyReused,
  MethodGone,
  type Movement,
  type PaymentGateway,
  type Period,
  RefundRefused,
  ReportRefused,
  TokenRefused,
} from "../port.ts"
import { isSigned, signatureHeader } from "./signature.ts"

interface Options {
  /** The address of the sandbox's API, read on each call. */
  address: () => string
  /** The address for the browser. */
  browserAddress: string
  secret: string
  /** How long to wait for an answer. */
  timeoutMs: number
  clock: Clock
}

const reasons = [
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "lost_or_stolen",
  "account_closed",
  "account_unusable",
  "not_authorized",
  "other",
] as const
const reason = z.enum([...reasons, ""])
const refusal = z.enum([...reasons, "token_unknown"])
const kept = z.object({
  reference: z.string(),
  kind: z.enum(["card", "bank"]),
  cardType: z.enum(["VS", "MC", "DS", "AM", ""]),
  lastFour: z.string(),
  expirationDate: z.string(),
  institution: z.string(),
  maskedRoutingNumber: z.string(),
})
const charged = z.object({
  key: z.string(),
  reference: z.string(),
  amount: z.int(),
  status: z.enum([
    "accepted",
    "pending",
    "settled",
    "declined",
    "returned",
    "partlyRefunded",
    "refunded",
    "inquiry",
    "disputed",
    "disputeWon",
    "disputeLost",
  ]),
  reason,
  refundedAmount: z.int(),
})
const refunded = z.object({
  key: z.string(),
  reference: z.string(),
  amount: z.int(),
  status: z.enum(["pending", "succeeded", "failed"]),
})
const report = charged.omit({ amount: true })

const books = z.object({
  movements: z.array(
    z.object({
      reference: z.string(),
      kind: z.enum(["charge", "refund", "return", "dispute", "fee", "payout", "other"]),
      charge: z.string(),
      key: z.string(),
      amount: z.int(),
      fee: z.int(),
      at: z.coerce.date(),
      payout: z.string(),
    }),
  ),
  payouts: z.array(
    z.object({
      reference: z.string(),
      amount: z.int(),
      status: z.enum(["pending", "paid", "failed"]),
      arrivesOn: z.string(),
      madeAt: z.coerce.date(),
      isItemized: z.boolean(),
    }),
  ),
})

/** The adapter of the sandbox, over HTTP like any gateway. */
export function createSandboxGateway(options: Options): PaymentGateway {
  const ask = createAsk(options)
  return {
    name: "sandbox",
    inBrowser: { kind: "sandbox", address: options.browserAddress, publishableKey: "" },

    async available() {
      try {
        return (await ask("GET", "/status", { timeoutMs: 3_000 })).status === 200
      } catch {
        return false
      }
    },
    async keep(token, key) {
      const method = read(kept, await ask("POST", "/methods", { body: { token }, key }))
      return { ...method, verifyAt: "" }
    },
    async change(reference, change, key) {
      const path = `/methods/${encodeURIComponent(reference)}`
      return read(kept, await ask("PATCH", path, { body: change, key }))
    },
    async forget(reference) {
      const answer = await ask("DELETE", `/methods/${encodeURIComponent(reference)}`)
      read(z.undefined(), answer)
    },
    async charge({ key, reference, amount, description }): Promise<Charge> {
      const body = { reference, amount, description }
      return read(charged, await ask("POST", "/charges", { body, key }))
    },
    async find({ key }) {
      return readCharge(await ask("GET", `/charges/${encodeURIComponent(key)}`))
    },
    async cancel({ key }) {
      return readCharge(await ask("POST", "/cancellations", { body: {}, key }))
    },
    async lookUp(reference) {
      return readCharge(await ask("GET", `/references/${encodeURIComponent(reference)}`))
    },
    async refund({ key, charge, amount }) {
      return read(refunded, await ask("POST", "/refunds", { body: { charge, amount }, key }))
    },
    async refundsOf(charge) {
      const path = `/references/${encodeURIComponent(charge)}/refunds`
      return read(z.object({ refunds: z.array(refunded) }), await ask("GET", path)).refunds
    },
    async *movements(of) {
      const { movements } = read(books, await ask("GET", "/books"))
      const isAsked = (one: Movement) =>
        "payout" in of ? one.kind !== "payout" && one.payout === of.payout : isIn(of, one.at)
      yield* movements.filter(isAsked)
    },
    async *payouts(period) {
      const { payouts } = read(books, await ask("GET", "/books"))
      yield* payouts.filter(({ madeAt }) => isIn(period, madeAt))
    },
    async readReport(headers, body) {
      const signature = headers[signatureHeader] ?? ""
      if (!isSigned(options.secret, body, signature, options.clock.now().getTime())) {
        throw new ReportRefused("The signature is not the sandbox's.")
      }
      return report.parse(JSON.parse(body.toString("utf8")))
    },
  }
}

function isIn({ from, until }: Period, at: Date): boolean {
  return at >= from && at < until
}

interface Answer {
  status: number
  content: unknown
}

function createAsk({ address, secret, timeoutMs }: Options) {
  return async function ask(
    method: string,
    path: string,
    options: { body?: object; key?: string; timeoutMs?: number } = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${secret}` }
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

function readCharge(answer: Answer): Charge | undefined {
  return reasonOf(answer) === "charge_unknown" ? undefined : read(charged, answer)
}

/** A wrong secret, too many requests, and a gateway that refuses to act. */
const refusesToAct = [401, 403, 429, 503]

function read<Schema extends z.ZodType>(schema: Schema, answer: Answer): z.output<Schema> {
  if (answer.status < 300) return schema.parse(answer.content)
  const word = reasonOf(answer)
  if (word === "key_reused") throw new KeyReused(word)
  if (word === "refund_refused") throw new RefundRefused(word)
  if (word === "method_gone") throw new MethodGone(word)
  if (answer.status === 422) {
    throw new TokenRefused(refusal.safeParse(word).data ?? "other")
  }
  if (refusesToAct.includes(answer.status)) throw new GatewayAway(word)
  if (answer.status >= 500) throw new GatewaySilent(`The sandbox answered ${answer.status}.`)
  throw new Error(`The sandbox answered ${answer.status} ${word}.`)
}
