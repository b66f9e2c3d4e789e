import Fastify from "fastify"
import { timers } from "#platform/jobs/scheduler.ts"
import { createIdentity } from "#services/identity/identity.ts"
import { createPayments, type Payments } from "#services/payments/payments.ts"
import { createProfile } from "#services/profile/profile.ts"
import { openDeps } from "./open-deps.ts"
import type { Start } from "./start.ts"

/**
 * Opens payments without calls and jobs, for a command: only the caller charges or bills, and
 * emails are written for a server to send. Meanwhile, a sandbox that is part of the server is
 * served for this process alone.
 */
export async function openPaymentsAlone(
  start: Omit<Start, "scheduler">,
): Promise<{ payments: Payments; close(): Promise<void> }> {
  const { deps, paymentGateway, close } = await openDeps({ ...start, scheduler: timers })
  const app = Fastify({ logger: false })
  await paymentGateway.serve(app)
  const profile = createProfile(deps, createIdentity(deps))
  const payments = createPayments(deps, profile.optionalEmails)
  paymentGateway.listening(await app.listen({ port: 0, host: "127.0.0.1" }))
  return {
    payments,
    async close() {
      await payments.stop()
      await close()
      await app.close()
    },
  }
}
