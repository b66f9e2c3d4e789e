import type {} from "@fastify/cookie"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { CookieName, Cookies } from "#services/call-request.ts"

/**
 * A preview grants no access, and the host's pages must show it also after a link from another
 * site, such as from a group's host to a union's.
 */
const lax: readonly CookieName[] = ["preview"]

/**
 * The cookies of one request to the site at `address`, such as https://my.example.com. Over HTTPS
 * they have the `__Host-` prefix, so that no other host of the domain can set them. Plain HTTP gets
 * them without the prefix, on this machine only.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, address: string): Cookies {
  const secure = isSecure(address)
  const named = (name: CookieName) => cookieNamed(name, address)
  const optionsOf = (name: CookieName) =>
    ({
      path: "/",
      httpOnly: true,
      sameSite: lax.includes(name) ? "lax" : "strict",
      secure,
    }) as const
  return {
    get: (name) => request.cookies[named(name)],
    set: (name, value, maxAgeSeconds) => {
      const kept = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
      reply.setCookie(named(name), value, { ...optionsOf(name), ...kept })
    },
    clear: (name) => {
      reply.clearCookie(named(name), optionsOf(name))
    },
  }
}

/** The full name of a cookie of the site at `address`. */
export function cookieNamed(name: CookieName, address: string): string {
  return isSecure(address) ? `__Host-${name}` : name
}

function isSecure(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === "https:" || !isThisMachine(hostname)
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost")
}
