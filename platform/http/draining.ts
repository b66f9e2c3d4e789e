import type { FastifyInstance } from "fastify"

export interface Draining {
  isOn(): boolean
  /** Makes each later reply ask its client to close the connection. */
  begin(): void
}

/**
 * Lets a server stop without losing a request. Fastify closes idle connections when it closes; a
 * busy connection would stay open, and its next request would be refused. Each reply therefore
 * sends `Connection: close` for as long as the operator's proxy needs to notice.
 */
export function createDraining(app: FastifyInstance): Draining {
  let isOn = false
  app.addHook("onRequest", async (_request, reply) => {
    if (isOn) reply.header("connection", "close")
  })
  return {
    isOn: () => isOn,
    begin() {
      isOn = true
    },
  }
}
