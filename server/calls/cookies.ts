import type {} from "@fastify/cookie"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { CookieName, Cookies } from "#services/call-request.ts"

/**
 * The cookies of one request to the site at `address`, such as https://my.example.com. Over HTTPS
 * they carry the `__Host-` prefix, so that no other host of the domain can set them; plain HTTP
 * gets them without it on this machine only.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, address: string): Cookies {
  const { protocol, hostname } = new URL(address)
  const secure = protocol === "https:" || !isThisMachine(hostname)
  const named = (name: CookieName) => (secure ? `__Host-${name}` : name)
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure } as const
  return {
    get: (name) => request.cookies[named(name)],
    set: (name, value, maxAgeSeconds) => {
      const kept = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
      reply.setCookie(named(name), value, { ...options, ...kept })
    },
    clear: (name) => {
      reply.clearCookie(named(name), options)
    },
  }
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost")
}
