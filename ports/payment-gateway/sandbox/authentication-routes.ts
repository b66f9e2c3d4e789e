import { randomBytes } from "node:crypto"
import type { FastifyInstance, FastifyReply } from "fastify"
import { authenticationPage } from "./authentication-page.ts"
import { authenticationsPath } from "./authentications.ts"
import type { SandboxGateway } from "./gateway.ts"

/**
 * The pages on which customers confirm a payment or a card. The random id in the address grants
 * access.
 */
export function authenticationRoutes(app: FastifyInstance, gateway: SandboxGateway): void {
  // The forms have no fields.
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, _body, parsed) => parsed(null, {}),
  )

  app.get<{ Params: { id: string } }>(`${authenticationsPath}/:id`, async (request, reply) => {
    const asked = gateway.authentications.page(request.params.id)
    const nonce = randomBytes(16).toString("base64")
    allowFrame(reply, nonce, asked.returnAddress)
    return authenticationPage(asked, nonce)
  })
  for (const [answer, isConfirmed] of [
    ["confirm", true],
    ["refuse", false],
  ] as const) {
    app.post<{ Params: { id: string } }>(
      `${authenticationsPath}/:id/${answer}`,
      async (request, reply) => {
        const { returnAddress } = gateway.authentications.page(request.params.id)
        gateway.authenticate(request.params.id, isConfirmed)
        return await reply.redirect(returnAddress, 303)
      },
    )
  }
}

/** Lets only the site that the customer returns to show the page in a frame. */
function allowFrame(reply: FastifyReply, nonce: string, returnAddress: string): void {
  const { origin } = new URL(returnAddress)
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    `form-action 'self' ${origin}`,
    `frame-ancestors ${origin}`,
  ]
  reply.header("content-security-policy", policy.join("; "))
  reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
}
