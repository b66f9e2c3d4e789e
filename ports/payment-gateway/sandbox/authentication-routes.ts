import type { FastifyInstance } from "fastify"
import { authenticationPage } from "./authentication-page.ts"
import { authenticationsPath } from "./authentications.ts"
import type { SandboxGateway } from "./gateway.ts"
import { answerPage } from "./page.ts"

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
    // Only the site that the customer returns to may show it in a frame.
    const { origin } = new URL(asked.returnAddress)
    const allowed = { framedBy: origin, formAction: `'self' ${origin}` }
    return answerPage(reply, { ...authenticationPage(asked), ...allowed })
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
