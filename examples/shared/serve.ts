import { randomBytes } from "node:crypto"
import Fastify from "fastify"
import { systemClock } from "#platform/clock.ts"
import { servePolicyAdmin } from "#ports/policy-admin/served/served.ts"
import { createAccountSystem } from "./account-system.ts"
import type { Store } from "./store.ts"

/** Serves a sample account system over the contract, on this machine only. */
export async function serve(
  store: Store,
  { port = 0, token = randomBytes(24).toString("base64url") },
) {
  const app = Fastify()
  app.register(servePolicyAdmin, {
    policyAdmin: createAccountSystem(store),
    clock: systemClock,
    token,
  })
  const url = await app.listen({ host: "127.0.0.1", port })
  return { url, token, close: () => app.close() }
}
