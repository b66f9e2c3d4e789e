import type { FastifyInstance } from "fastify"

export interface Draining {
  isOn(): boolean
  /** From now on each answer asks its sender to close the connection. */
  begin(): void
}

/**
 * Lets a server stop without losing a request. Fastify closes idle connections when it closes; a
 * connection in use would stay, and the next request on it would be refused. So each answer says
 * `Connection: close` first, for as long as the operator's proxy takes to notice.
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
