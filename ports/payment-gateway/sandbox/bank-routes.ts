import type { FastifyInstance } from "fastify"
import { bankPage } from "./bank-page.ts"
import { banksPath } from "./banks.ts"
import type { SandboxGateway } from "./gateway.ts"
import { answerPage } from "./page.ts"

/**
 * The page on which customers choose an account at their bank. The random session in the address
 * grants access. Only the site that prepared the session may show the page in a frame.
 */
export function bankRoutes(app: FastifyInstance, { banks }: SandboxGateway): void {
  app.get<{ Params: { session: string } }>(`${banksPath}/:session`, async (request, reply) => {
    const { id, returnAddress } = banks.session(request.params.session)
    const { origin } = new URL(returnAddress)
    return answerPage(reply, { ...bankPage(id, origin), framedBy: origin })
  })
  app.post<{ Params: { session: string; name: string } }>(
    `${banksPath}/:session/:name`,
    async ({ params: { session, name } }, reply) => {
      reply.header("cache-control", "no-store")
      return banks.choose(session, name)
    },
  )
}
