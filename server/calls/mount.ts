import { isDeepStrictEqual } from "node:util"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { z } from "zod"
import type { Endpoint, EndpointKey } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import type { CaptchaAction } from "#contracts/identity/captcha.ts"
import { userAgentMaxLength } from "#contracts/identity/device-rules.ts"
import { proofMinutes } from "#contracts/identity/one-time-code-rules.ts"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import { unstorablePlaces } from "#contracts/storable-text.ts"
import type { Clock } from "#platform/clock.ts"
import { refuseCardNumberInAddress } from "#platform/http/card-numbers.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import { earlier } from "#platform/time.ts"
import { allowStaleReads } from "#ports/policy-admin/cache/stale-reads.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { RecordRefusedCall } from "#services/audit/refused-calls.ts"
import type {
  CallRequest,
  CustomerSession,
  Handlers,
  Site,
  StaffSession,
} from "#services/call-request.ts"
import type { FindSession } from "#services/identity/sessions/sessions.ts"
import { cookiesOf } from "./cookies.ts"
import type { HashingQueues } from "./hashing-lines.ts"
import { checkIdentity } from "./named-identity.ts"
import { NotAllowed, sessionOf } from "./session-of.ts"
import { refuseAtOtherSite, type SiteAt, siteOf } from "./sites.ts"

export interface MountOptions {
  handlers: Handlers<Endpoints>
  siteAt: SiteAt
  /** The site in the release that the browser previews, for calls that only return content. */
  shownSiteAt: SiteAt
  addresses: SiteAddresses
  findSession: FindSession
  rateLimits: RateLimits
  clock: Clock
  /** Uses up the proof of work of a call that requires one. Errors: `captcha.bot`. */
  consumeCaptcha: (action: CaptchaAction, host: string, solution: string) => Promise<void>
  recordRefusedCall: RecordRefusedCall
  hashingLines: HashingQueues
  /** Whether each reply is parsed against its contract. Production does not, because of the cost. */
  checkReplies: boolean
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** `whenAway` of the call's contract row. */
    whenAway?: MessageId | undefined
  }
}

/** Makes a route of every contract row: it checks role, rate limit, names and body, and calls the handler. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  for (const [key, row] of Object.entries(endpoints) as [keyof Endpoints, Endpoint][]) {
    const [method, path] = splitKey(key)
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      onRequest: refuseCardNumberInAddress,
      config: { whenAway: row.whenAway },
      handler: async (request, reply) => {
        reply.header("cache-control", "no-store")
        const known: KnownContext = { site: null, session: null }
        try {
          return await answer(key, row, request, reply, options, known)
        } catch (error) {
          if (error instanceof ApiError) await recordRefusal(key, request, options, known, error)
          throw error
        }
      },
    })
  }
  for (const prefix of ["appauth", "appcontent", "myaccount-core"]) {
    app.all(`/${prefix}/*`, () => {
      throw new ApiError("request.notFound")
    })
  }
}

async function answer(
  key: keyof Endpoints,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
  known: KnownContext,
): Promise<unknown> {
  const isContent = key.includes(" /appcontent/")
  const siteRow = await (isContent ? options.shownSiteAt : options.siteAt)(request)
  if (!siteRow) throw new ApiError("host.unknown")
  const site = siteOf(siteRow, options.addresses)
  known.site = site
  // The host of the request can differ from the main host of the site.
  const address = options.addresses.of(site.host)
  refuseForeignOrigin(request, address)

  const cookies = cookiesOf(request, reply, address)
  const session = await sessionOf(row.role, request, site, cookies, options.findSession)
  known.session = session
  refuseAtOtherSite(row, site)
  const work = () => counted(key, row, request, reply, options, { site, session, cookies })
  if (!row.waitsInLine) return await work()
  return await options.hashingLines[site.isCustomerSite ? "customers" : "staff"](work)
}

/** Counts the call, then calls the handler. */
async function counted(
  key: keyof Endpoints,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
  { site, session, cookies }: Pick<CallRequest<Endpoint>, "site" | "cookies"> & SessionOfCall,
): Promise<unknown> {
  if (row.rateLimit)
    await options.rateLimits.consume(
      `${key} ${countedUnder(session, site, request)}`,
      row.rateLimit,
    )

  checkIdentity(request.body, site, session, row)
  // The type Handlers<Endpoints> joins rows and handlers; at run time one row can be any of them.
  const handler = options.handlers[key] as (call: CallRequest<Endpoint>) => Promise<unknown>
  const call: CallRequest<Endpoint> = {
    site,
    session: session as never,
    params: parsed(row.params, request.params),
    query: parsed(row.query, request.query),
    body: parsed(row.body, request.body ?? {}),
    idempotencyKey: row.idempotencyKey ? idempotencyKeyOf(request) : "",
    requireStepUpCode: () => checkStepUpCode(session, options.clock.now()),
    ip: request.ip,
    userAgent: request.headers["user-agent"]?.slice(0, userAgentMaxLength) ?? "",
    cookies,
  }
  if (row.proof === "recent") call.requireStepUpCode()
  // Checked last, so that a person can correct every other problem without a new proof.
  if (row.captcha) await options.consumeCaptcha(row.captcha, site.host, captchaSolutionOf(request))
  const result = row.mayShowCachedData
    ? await shown(reply, () => handler(call))
    : await handler(call)
  if (options.checkReplies) checkReply(key, row, result)
  return result
}

/** Adds the age of the data to the reply if they come from the cache of the account system. */
async function shown(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  const { result, asOf } = await allowStaleReads(work)
  if (asOf) reply.header("x-kept-at", asOf.toISOString())
  return result
}

interface SessionOfCall {
  session: CustomerSession | StaffSession | null
}

/** The site and session of a call, if they are known when it fails. */
interface KnownContext extends SessionOfCall {
  site: Site | null
}

/** Adds an audit entry for a refused call. If that fails, the reply stays the same. */
async function recordRefusal(
  key: keyof Endpoints,
  request: FastifyRequest,
  { recordRefusedCall }: MountOptions,
  { site, session }: KnownContext,
  failure: ApiError,
): Promise<void> {
  if (site === null) return
  const by = failure instanceof NotAllowed ? failure.session : session
  const call = {
    key,
    client: site.client,
    session: by,
    ip: request.ip,
    countedUnder: countedUnder(by, site, request),
  }
  await recordRefusedCall(call, failure.messageId).catch((error: unknown) => {
    request.log.error({ err: error }, "A refused call could not be recorded.")
  })
}

/**
 * The key of the rate limit. A signed-in person has a separate count, because many people can share
 * an address.
 */
function countedUnder(
  session: CustomerSession | StaffSession | null,
  site: Site,
  { ip }: FastifyRequest,
): string {
  if (session === null) return `${site.client} ${limitedAddress(ip)}`
  if (session.kind === "staff") return `staff ${session.staffUserid}`
  return session.staffUserid === null ? session.userid : `staff ${session.staffUserid}`
}

export function splitKey(key: EndpointKey): ["GET" | "POST" | "PUT" | "DELETE", string] {
  return key.split(" ") as ["GET", string]
}

/** Refuses changes that a browser sends from the page of another site. */
function refuseForeignOrigin(request: FastifyRequest, origin: string): void {
  if (request.method === "GET") return
  const from = request.headers.origin
  const site = request.headers["sec-fetch-site"]
  const foreign = (from !== undefined && from !== origin) || site === "cross-site"
  if (foreign) throw new ApiError("request.foreignOrigin")
}

function captchaSolutionOf(request: FastifyRequest): string {
  const header = request.headers["x-captcha"]
  return typeof header === "string" ? header : ""
}

/** 16 to 200 visible characters: long enough that no two callers choose the same key by chance. */
const idempotencyKey = /^[!-~]{16,200}$/

function idempotencyKeyOf(request: FastifyRequest): string {
  const header = request.headers["idempotency-key"]
  if (typeof header === "string" && idempotencyKey.test(header)) return header
  throw new ApiError("request.invalid", { fields: "Idempotency-Key" })
}

/**
 * Errors: `request.invalid` with the names of the fields that do not match the schema, or that the
 * database cannot store.
 */
export function parsed<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.output<Schema> {
  if (schema === undefined) return undefined as z.output<Schema>
  const result = schema.safeParse(value)
  const fields = unstorablePlaces(value)
  if (result.success && fields.length === 0) return result.data
  fields.push(...(result.error?.issues ?? []).map(({ path }) => path.join(".") || "body"))
  throw new ApiError("request.invalid", { fields: [...new Set(fields)].join(", ") })
}

/** Refuses a reply with an undeclared field: parsing drops the field, and then the two differ. */
function checkReply(key: string, row: Endpoint, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result))
  const declared = row.reply.parse(sent)
  if (!isDeepStrictEqual(declared, sent)) {
    throw new Error(`The reply of ${key} holds fields that its contract does not declare.`)
  }
}

/**
 * Refuses a customer's session without a step-up code within the last `proofMinutes`. For staff,
 * the role in the contract row decides.
 *
 * Errors: `proof.required`.
 */
export function checkStepUpCode(session: CustomerSession | StaffSession | null, now: Date): void {
  if (session?.kind === "customer" && session.staffUserid !== null) return
  const provenAt = session?.kind === "customer" ? session.provenAt : null
  const isRecent = provenAt !== null && provenAt > earlier(now, { minutes: proofMinutes })
  if (!isRecent) throw new ApiError("proof.required")
}
