import { randomBytes } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { SiteRow } from "#services/brands/clients.ts"
import { outagePageHtml } from "#services/brands/outage-page.ts"
import { scriptlessPolicy } from "./content-security-policy.ts"

/** The brand's page of an outage, with its headers. */
export function outagePage(reply: FastifyReply, site: SiteRow): string {
  const nonce = randomBytes(16).toString("base64")
  reply.header("content-security-policy", scriptlessPolicy(nonce))
  reply.header("cache-control", "no-store")
  reply.type("text/html; charset=utf-8")
  return outagePageHtml(site, nonce)
}

/** Whether the browser asks for a page, and not for a file or the reply of a call. */
export function asksForPage({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && (headers.accept ?? "").includes("text/html")
}
