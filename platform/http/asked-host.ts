import type { IncomingMessage } from "node:http"
import type { FastifyInstance, FastifyRequest } from "fastify"
import { ApiError } from "#contracts/messages.ts"
import type { TrustsProxy } from "./trusted-proxies.ts"

// The only file that reads the host of a request. The host selects a site, but no address is built
// from it: every address uses the site's stored host (server/config/site-addresses.ts).

const name = "[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?"
const plainHost = new RegExp(`^(${name}(?:\\.${name})*)\\.?(?::(\\d{1,5}))?$`)
const literalHost = /^\[[0-9a-f:.]{2,45}\](?::(\d{1,5}))?$/
const maxHostLength = 253

/** Paths that load balancers and monitoring request at the machine's address. */
const machinePaths = new Set(["/healthz", "/readyz", "/metrics"])

/**
 * Refuses with `host.malformed`, before any lookup, each request whose Host is not one plain name
 * with an optional port. Health and metrics also accept an IPv6 address.
 */
export function refuseBadHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    checkHost(request)
  })
}

function checkHost(request: FastifyRequest): void {
  const { raw } = request
  const [host = "", ...others] = headerLines(raw, "host")
  const isMachine = machinePaths.has(request.routeOptions?.url ?? "")
  const isGood =
    others.length === 0 &&
    // HTTP/1.0 may omit the Host, as old health checks do. The request then selects no site.
    (host === "" || isPlain(host) || (isMachine && literalHost.test(host))) &&
    isSameHost(request.originalUrl, host)
  if (!isGood) throw new ApiError("host.malformed")
}

/**
 * The hosts in a request, without port, in lower case: first the one that the operator's proxy
 * passes on, then the one of the request. The first one that belongs to a site is used.
 */
export function askedHosts(request: FastifyRequest, trusts: TrustsProxy): string[] {
  return plainHosts(request, trusts).flatMap((host) => plainHost.exec(host)?.[1] ?? [])
}

/**
 * Whether the request's host has a final dot, as in `my.example.com.`: it is the same host, but
 * another origin for a browser, whose calls are refused.
 */
export function hasFinalDot(request: FastifyRequest, trusts: TrustsProxy): boolean {
  return /\.(:\d+)?$/.test(plainHosts(request, trusts)[0] ?? "")
}

function plainHosts({ raw }: FastifyRequest, trusts: TrustsProxy): string[] {
  const isFromProxy = trusts(raw.socket.remoteAddress ?? "", 0)
  const forwarded = isFromProxy
    ? headerLines(raw, "x-forwarded-host").at(-1)?.split(",").at(-1)
    : ""
  const own = headerLines(raw, "host")
  return [forwarded?.trim() ?? "", own.length === 1 ? (own[0] ?? "") : ""]
    .map((host) => host.toLowerCase())
    .filter(isPlain)
}

/**
 * The path of the request. A request line may contain a full address, as for a proxy; only its path
 * is used. An address with an invalid `%` gets the page for unknown addresses, except at the API.
 * Source: RFC 9112, 3.2.2.
 */
export function pathAsked({ url = "/" }: IncomingMessage): string {
  const [, , afterHost] = absolute.exec(url) ?? []
  const path = afterHost?.replace(/^(?!\/)/, "/") ?? url
  return isReadable(path) || apiPath.test(path) ? path : "/unreadable-address"
}

const apiPath = /^\/(appauth|appcontent|myaccount-core)\//

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path.split("?", 1)[0] ?? "")
    return true
  } catch {
    return false
  }
}

const absolute = /^https?:\/\/([^/?#]*)(.*)$/is

function isSameHost(target: string, host: string): boolean {
  const authority = absolute.exec(target)?.[1]
  return authority === undefined || authority.toLowerCase() === host.toLowerCase()
}

function isPlain(host: string): boolean {
  const found = host.length <= maxHostLength + 6 ? plainHost.exec(host.toLowerCase()) : null
  return found !== null && (found[1] ?? "").length <= maxHostLength && Number(found[2] ?? 0) < 65536
}

/** All lines of this header as sent. Node drops all but the first of some headers. */
function headerLines({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
}
