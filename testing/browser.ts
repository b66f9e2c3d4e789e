import type { Endpoint, ReplyOf } from "#contracts/endpoint.ts"
import { type Endpoints, endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { solve } from "./captcha-solver.ts"
import { type DemoPerson, demoPerson } from "./demo-people.ts"
import {
  namesSecondTenant,
  secondTenantHost,
  secondTenantPerson,
} from "./second-tenant/second-tenant.ts"
import { type Answer, type Sent, sendHttp } from "./send-http.ts"
import { supportHost } from "./staff.ts"

export interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Headers that replace a browser's own; undefined leaves a header out. */
  headers?: Record<string, string | undefined>
}

/**
 * A browser without pages: it stores cookies and tokens for each host and sends them with its
 * calls.
 */
export interface TestBrowser {
  /**
   * Makes a call. The body may break the contract. Solves a proof of work if the call needs one.
   */
  call<Key extends keyof Endpoints>(
    host: string,
    key: Key,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<ReplyOf<Endpoints[Key]>>>
  /** Requests a page or a file. */
  get(host: string, path: string, headers?: Sent["headers"]): Promise<Answer<unknown>>
  /**
   * Signs in with the emailed code (staff: with the password only) and keeps the session.
   *
   * Errors: an `Error` with the server's answer.
   */
  signIn(host: string, username: string): Promise<StoredUser>
  /** Cookies by host and name. */
  cookies: Map<string, Map<string, string>>
  /** The access tokens by host, sent with each call. */
  tokens: Map<string, string>
}

/** Calls whose answers come before the payment is posted. */
const paying = new Set(["/myaccount-core/payNow", "/myaccount-core/payNow/authentication"])

/**
 * Creates a test browser. Errors: an `Error` when another host's reply contains data of the second
 * tenant's people.
 */
export function createTestBrowser(
  port: number,
  readCode: (to: string) => Promise<string>,
  onSecondTenant = () => {},
  /** Waits for the work that a payment leaves unfinished after its answer. */
  posted = async () => {},
): TestBrowser {
  const cookies: TestBrowser["cookies"] = new Map()
  const tokens: TestBrowser["tokens"] = new Map()

  async function send<Reply>(host: string, sent: Sent): Promise<Answer<Reply>> {
    if (host === secondTenantHost) onSecondTenant()
    const jar = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await sendHttp<Reply>(port, host, {
      ...sent,
      headers: { cookie: cookie || undefined, ...sent.headers },
    })
    for (const line of answer.headers["set-cookie"] ?? []) keepCookie(jar, line)
    // Staff may serve both clients.
    if (host !== secondTenantHost && host !== supportHost && namesSecondTenant(answer.text)) {
      throw new Error(`${host} tells of the twin: ${sent.method} ${sent.path} ${answer.text}`)
    }
    return answer
  }

  const call: TestBrowser["call"] = async (host, key, body, { params, query, headers } = {}) => {
    const [method = "", template = ""] = key.split(" ")
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ""),
    )
    const token = tokens.get(host)
    const isConfirmed = headers !== undefined && "x-captcha" in headers
    const answer = await send<ReplyOf<Endpoints[typeof key]>>(host, {
      method,
      path: query ? `${path}?${new URLSearchParams(query)}` : path,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        authorization: token && `Bearer ${token}`,
        "content-type": body === undefined ? undefined : "application/json",
        origin: method === "GET" ? undefined : `http://${host}:${port}`,
        "sec-fetch-site": "same-origin",
        "x-captcha": isConfirmed ? undefined : await proofFor(host, key),
        ...headers,
      },
    })
    if (method === "POST" && paying.has(template) && answer.status === 200) await posted()
    return answer
  }

  async function proofFor(host: string, key: keyof Endpoints): Promise<string | undefined> {
    const row: Endpoint = endpoints[key]
    if (row.captcha === undefined) return undefined
    const options = { query: { action: row.captcha } }
    const answer = await call(host, "GET /appauth/security/challenge", undefined, options)
    return answer.status === 200 ? await solve(answer.reply) : undefined
  }

  async function signIn(host: string, username: string): Promise<StoredUser> {
    const person = host === secondTenantHost ? secondTenantPerson(username) : demoPerson(username)
    const { reply: site } = await call(host, "GET /appcontent/clientAttributes")
    const payload = {
      ...payloadOf(person),
      client: person.client ?? site.client,
      isCustomerUser: site.isCustomerSite,
    }
    const login = await call(host, "POST /appauth/login", payload)
    if (login.status !== 200) throw new Error(`${username} was refused: ${login.text}`)
    const session = site.isCustomerSite
      ? await call(host, "POST /appauth/passcode/verification", {
          ...payload,
          passCode: await readCode(person.emailAddress),
        })
      : login
    const user = session.reply as Partial<StoredUser>
    if (user.access_token === undefined) throw new Error(`${username} got none: ${session.text}`)
    tokens.set(host, user.access_token)
    return user as StoredUser
  }

  return {
    call,
    get: (host, path, headers = {}) => send(host, { method: "GET", path, headers }),
    signIn,
    cookies,
    tokens,
  }
}

/** The body of a login as the page sends it. */
export function payloadOf({ username, password, client }: DemoPerson) {
  return {
    username,
    password,
    client,
    isCustomerUser: true,
    email: "",
    phase: "login",
    passCode: "",
    destinationType: "email",
    clientLoginIp: "",
    clientName: "",
    userDeviceInfo: {
      userOS: "",
      userOSVersion: "",
      browserName: "",
      browserVersion: "",
      isMobile: "N",
      mobileModel: "",
      mobileVendor: "",
      userAgent: "test",
    },
  }
}

function keepCookie(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ")
  const name = pair.slice(0, pair.indexOf("="))
  const isOver = attributes.some((attribute) =>
    /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
  )
  if (isOver) jar.delete(name)
  else jar.set(name, pair.slice(name.length + 1))
}
