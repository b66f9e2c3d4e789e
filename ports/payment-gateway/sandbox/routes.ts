import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import type { Clock } from "#platform/clock.ts"
import { authenticationRoutes } from "./authentication-routes.ts"
import { authenticationsPath } from "./authentications.ts"
import { bankRoutes } from "./bank-routes.ts"
import { banksPath } from "./banks.ts"
import { createFaults } from "./faults.ts"
import { frameRoutes, framesPath } from "./frames/frame-routes.ts"
import { createGateway, type SandboxGateway } from "./gateway.ts"
import type { Ledger } from "./ledger.store.ts"
import { Refusal } from "./refusal.ts"
import { isSame } from "./signature.ts"
import { intake } from "./tokens.ts"

export interface SandboxOptions {
  ledger: Ledger
  clock: Clock
  /** Authorizes charges and signs the reports. */
  secret: string
  /** Ends the process for the number `dies`; without it the connection is cut. */
  die?: () => void
  /** How long a call that gets no answer stays open; five minutes unless given. */
  silenceMs?: number
  /** The length of the days after which charges settle; 24 hours unless given. */
  bankDayMs?: number
}

const key = z.string().min(1).max(200)
const reference = z.string().min(1).max(200)
const expirationDate = z.string().regex(/^\d\d\/\d{4}$/)
const owner = {
  client: z.string().min(1).max(100),
  accountNumber: z.string().min(1).max(100),
  returnAddress: z.url(),
}
const bodies = {
  prepareBank: z.object(owner),
  keep: z.object({ token: z.string().min(1).max(200), ...owner }),
  change: z.object({
    expirationDate: expirationDate.optional(),
    holderName: z.string().max(100).optional(),
    address: z.unknown().optional(),
  }),
  charge: z.object({
    reference,
    amount: z.int().positive().max(100_000_000),
    description: z.string().max(200),
    memo: z.string().max(2_000).optional(),
    canAuthenticate: z.boolean(),
    returnAddress: z.url(),
  }),
  refund: z.object({ charge: reference, amount: z.int().positive().max(100_000_000) }),
}

/**
 * The sandbox's HTTP API as a Fastify plugin. `/tokens` is for the browser, from any origin. All
 * other routes require the secret as Bearer, and changes require a key as `idempotency-key`. Error
 * responses are `{ reason }`.
 */
export function sandboxRoutes(
  app: FastifyInstance,
  options: SandboxOptions,
  done: () => void,
): void {
  const gateway = createGateway(options)
  const faults = createFaults(options)
  app.addHook("preClose", async () => faults.close())
  app.removeAllContentTypeParsers()
  // Uses a separate JSON parser, because the server's parser refuses card numbers.
  const json = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, json)
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal(400, "malformed")
    return reply.code(refusal.status).send({ reason: refusal.reason, ...refusal.details })
  })
  app.addHook("onRequest", async (request) => {
    const { url = "" } = request.routeOptions
    if (url.endsWith("/tokens")) return
    const open = [authenticationsPath, banksPath, framesPath]
    if (open.some((path) => url.includes(`${path}/`))) return
    const given = request.headers.authorization ?? ""
    if (!isSame(given, `Bearer ${options.secret}`)) throw new Refusal(401, "unauthorized")
  })
  browserRoutes(app, gateway)
  authenticationRoutes(app, gateway)
  frameRoutes(app, options.clock)
  bankRoutes(app, gateway)

  app.get("/status", async () => ({ answers: true }))
  app.post("/methods", async (request) => {
    const { token, ...terms } = parsed(bodies.keep, request.body)
    return gateway.keep(token, keyOf(request.headers), terms)
  })
  app.post(banksPath, async (request) => {
    const owner = parsed(bodies.prepareBank, request.body)
    return { session: gateway.banks.prepare(keyOf(request.headers), owner) }
  })
  app.post<{ Params: { reference: string } }>("/methods/:reference/renewals", async (request) => {
    return gateway.renew(request.params.reference, keyOf(request.headers))
  })
  app.patch<{ Params: { reference: string } }>("/methods/:reference", async (request) => {
    const { expirationDate, holderName } = parsed(bodies.change, request.body)
    const change = { ...(expirationDate && { expirationDate }), ...(holderName && { holderName }) }
    return gateway.change(request.params.reference, change, keyOf(request.headers))
  })
  app.get<{ Params: { reference: string } }>("/methods/:reference", async (request) => {
    return gateway.readMethod(request.params.reference)
  })
  app.delete<{ Params: { reference: string } }>("/methods/:reference", async (request, reply) => {
    gateway.forget(request.params.reference)
    return await reply.code(204).send()
  })
  app.post("/charges", async (request, reply) => {
    const asked = parsed(bodies.charge, request.body)
    const { charge, telling } = gateway.charge({ ...asked, key: keyOf(request.headers) })
    return await faults.tell(reply, telling, charge)
  })
  app.post("/cancellations", async (request) => {
    const charge = gateway.cancel(keyOf(request.headers))
    if (!charge) throw new Refusal(404, "charge_unknown")
    return charge
  })
  app.get<{ Params: { reference: string } }>("/references/:reference", async (request) => {
    const charge = gateway.lookUp(request.params.reference)
    if (!charge) throw new Refusal(404, "charge_unknown")
    return charge
  })
  app.post("/refunds", async (request, reply) => {
    const asked = parsed(bodies.refund, request.body)
    const { refund, telling } = gateway.refund({ ...asked, key: keyOf(request.headers) })
    return await faults.tell(reply, telling, refund)
  })
  app.get<{ Params: { reference: string } }>("/references/:reference/refunds", async (request) => {
    return { refunds: gateway.refundsOf(request.params.reference) }
  })
  app.get("/books", async () => gateway.books())
  app.get("/charges", async () => ({ charges: gateway.madeCharges() }))
  app.get<{ Params: { key: string } }>("/charges/:key", async (request) => {
    const charge = gateway.find(request.params.key)
    if (!charge) throw new Refusal(404, "charge_unknown")
    return charge
  })
  done()
}

/** Adds CORS headers that let a page of any origin call. */
function browserRoutes(app: FastifyInstance, gateway: SandboxGateway): void {
  const allow = (reply: FastifyReply) =>
    reply
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-headers", "content-type")
      .header("cache-control", "no-store")
  app.options("/tokens", async (_request, reply) => await allow(reply).code(204).send())
  app.post("/tokens", async (request, reply) => {
    allow(reply)
    return { token: gateway.tokenize(parsed(intake, request.body)) }
  })
}

function keyOf(headers: Record<string, unknown>): string {
  return parsed(key, headers["idempotency-key"])
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const field = result.error.issues[0]?.path.at(-1) ?? "body"
  throw new Refusal(422, `${String(field)}_invalid`)
}
