import { randomBytes } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import { scriptlessPolicy } from "./content-security-policy.ts"

/**
 * The page that a bank's page opens at its end, within a frame of one of our pages, which
 * recognizes its address. What the gateway adds to the address is not read, logged or passed on.
 */
export function serveAuthenticated(app: FastifyInstance): void {
  app.get(authenticatedPath, async (_request, reply) => {
    const nonce = randomBytes(16).toString("base64")
    reply.header("content-security-policy", scriptlessPolicy(nonce, "'self'"))
    reply.header("referrer-policy", "no-referrer")
    reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
    return document.replace("__NONCE__", nonce)
  })
}

const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Thank you</title>
    <style nonce="__NONCE__">:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }</style>
  </head>
  <body>
    <p>Thank you. We are checking the answer of your bank. If this stays here, close it.</p>
  </body>
</html>
`
