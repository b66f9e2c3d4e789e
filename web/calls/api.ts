import { connectivityText } from "#contracts/connectivity.ts"
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { Message, MessageId } from "#contracts/messages.ts"
import { wasOffline } from "#web/app/texts.ts"
import { stepUp } from "#web/identity/codes/step-up/step-up.ts"
import {
  accessToken,
  checkSession,
  clearSession,
  csUserid,
  isStopped,
  stopTab,
} from "#web/identity/session/session.ts"
import { withHeldProduct } from "#web/identity/session/session-product.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import { noteAway } from "./account-system.ts"
import { takePrefetchedReply } from "./prefetched-call.ts"
import { noteReply } from "./release.ts"

type Key = keyof Endpoints

type OptionsOf<E> = {
  /** The access token of a session that is not stored yet. */
  token?: string
  /** The proof of work for this call. */
  captcha?: string
  /** One key per intended action, the same for every retry. */
  idempotencyKey?: string
  signal?: AbortSignal
} & (ParamsOf<E> extends undefined ? unknown : { params: ParamsOf<E> }) &
  (QueryOf<E> extends undefined ? unknown : { query: QueryOf<E> })

type ArgumentsOf<E> = ParamsOf<E> & QueryOf<E> extends undefined
  ? BodyOf<E> extends undefined
    ? [body?: undefined, options?: OptionsOf<E>]
    : [body: BodyOf<E>, options?: OptionsOf<E>]
  : [body: BodyOf<E>, options: OptionsOf<E>]

/** A failed call, with messages for the customer. */
export class CallError extends Error {
  override name = "CallError"
  /** HTTP status; 0 without a reply. */
  status: number
  messages: Message[]

  constructor(messages: Message[], reason: { status: number; cause?: unknown }) {
    super(messages.flatMap((message) => message.content).join(" "), { cause: reason.cause })
    this.status = reason.status
    this.messages = messages
  }
}

/** The customer closed the step-up dialog, so nothing was changed and no message is needed. */
export class StepUpDeclined extends CallError {
  override name = "StepUpDeclined"
}

/** After this many seconds, a reply counts as lost. */
const patienceSeconds = 30

/**
 * Calls the server. The key, such as "POST /appauth/login", determines the types of body and reply.
 * If the call needs a step-up code, asks the customer for one and repeats the call.
 *
 * Errors: `CallError`, also without a connection; nothing else unless `signal` aborts.
 * `StepUpDeclined` if the customer gave no code.
 */
export async function call<K extends Key>(
  key: K,
  ...[body, options]: ArgumentsOf<Endpoints[K]>
): Promise<ReplyOf<Endpoints[K]>> {
  const reply = await withStepUp(() =>
    withHeldProduct(body, (sent) => send(key, sent, options ?? {})),
  )
  return reply as ReplyOf<Endpoints[K]>
}

async function withStepUp<Reply>(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    const ids = error instanceof CallError ? error.messages.map(({ messageId }) => messageId) : []
    if (!ids.includes("proof.required")) throw error
    if (!(await stepUp.ask?.())) throw new StepUpDeclined([], { status: 409, cause: error })
    return await work()
  }
}

/** The messages of a failed call, for the notification area. */
export function messagesOf(error: unknown): Message[] {
  return error instanceof CallError ? error.messages : [unreachable]
}

interface SendOptions {
  token?: string
  captcha?: string
  idempotencyKey?: string
  signal?: AbortSignal
  params?: Record<string, string>
  query?: Record<string, string>
}

async function send(key: string, body: unknown, options: SendOptions): Promise<unknown> {
  const [method = "", template = ""] = key.split(" ")
  checkSession()
  const isOfSession = ofSession.test(template)
  // The link of an email needs no session.
  if (isStopped() && isOfSession && !template.includes("/emails/")) {
    throw new CallError([unreachable], { status: 0 })
  }
  const token = options.token ?? (isOfSession ? accessToken() : undefined)
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (options.captcha) headers["x-captcha"] = options.captcha
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey
  if (body !== undefined) headers["content-type"] = "application/json"
  const controller = new AbortController()
  // A page change must not cancel a logout.
  const keepalive = key.endsWith("logout")
  const request: RequestInit = { method, headers, signal: controller.signal, keepalive }
  if (body !== undefined) request.body = JSON.stringify(withStaffMember(method, template, body))

  const { response, reply } = await callWithTimeout(controller, options.signal, async () => {
    const response = await reach(addressOf(template, options), request, options.signal)
    return { response, reply: await readJson(response, options.signal) }
  })
  if (response.ok && reply !== undefined) {
    const keptAt = response.headers.get("x-kept-at")
    if (keptAt) noteAway(keptAt)
    return reply
  }
  const failure = new CallError(failureMessages(reply), { status: response.status })
  if (failure.messages.some(({ messageId }) => messageId === "accountSystem.away")) noteAway(null)
  if (endsSession(failure)) endSession(token, failure)
  throw failure
}

/** Checks whether the server can be reached. A proxy's reply does not count. */
export async function isReachable(): Promise<boolean> {
  return await fetch("/healthz").then(
    ({ ok }) => ok,
    () => false,
  )
}

function addressOf(template: string, { params, query }: SendOptions): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  )
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/**
 * The POSTs without a csUserid, as listed in docs/support.md: they run before the sign-in or are
 * part of it.
 */
const withoutStaffMember = /^\/(appauth|appcontent|myaccount-core\/availability)/

function withStaffMember(method: string, path: string, body: unknown): unknown {
  const agent = csUserid()
  if (!agent || method !== "POST" || withoutStaffMember.test(path)) return body
  return { ...(body as object), csUserid: agent }
}

/** Aborts with `signal`, and on time-out. AbortSignal.any is too new for some phones. */
async function callWithTimeout<Result>(
  controller: AbortController,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => controller.abort(), patienceSeconds * 1000)
  signal?.addEventListener("abort", () => controller.abort())
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

async function reach(
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    const ask = () => fetch(address, request)
    return await noteReply(takePrefetchedReply(address, request)?.catch(ask) ?? ask())
  } catch (error) {
    if (signal?.aborted) throw error
    const reasons = navigator.onLine === false ? [wasOffline] : []
    const content = [connectivityText, ...reasons]
    throw new CallError([{ ...unreachable, content }], { status: 0, cause: error })
  }
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    return undefined
  }
}

/**
 * The messages of a failed reply. A proxy may reply with something else; then the customer reads
 * that the server is unreachable.
 */
function failureMessages(reply: unknown): Message[] {
  const messages = (reply as { data?: { messages?: Message[] } } | undefined)?.data?.messages
  return messages && messages.length > 0 ? messages : [unreachable]
}

/** Whether the error ends the session. Staff without the role for a call keep theirs. */
function endsSession({ status, messages }: CallError): boolean {
  return (
    status === 401 ||
    (status === 403 && messages[0]?.messageId !== ("staff.roleMissing" satisfies MessageId))
  )
}

/**
 * Ends a rejected session in this browser. A late reply to an earlier session's call must not end
 * the current one, and a rejected login does not have a session to end.
 */
function endSession(token: string | undefined, failure: CallError) {
  checkSession()
  if (!token || token !== accessToken()) return
  if (failure.messages.some(({ messageId }) => messageId === "session.replaced")) {
    stopTab()
    return
  }
  clearSession("refused")
  notify(failure.messages, "/")
}

/**
 * Whether a call belongs to a session: logout, and every call whose contract row has a role other
 * than "anonymous". Only these carry the token, and a stopped tab does not send them, because the
 * server would attribute them to another person.
 */
const ofSession =
  /^\/(appauth\/(logout|session\/|userInformation|handoff$|proof|staff\/password)|myaccount-core\/(?!availability$|emailChange$))/

/** The message with the connectivity text. */
export const unreachable: Message = {
  type: "ERROR",
  content: [connectivityText],
  messageId: "network.unreachable",
}
