import Fastify from "fastify"
import { type Clock, systemClock } from "#platform/clock.ts"
import type { Scheduler } from "#platform/jobs/scheduler.ts"
import type { Charge } from "../port.ts"
import { createGateway } from "./gateway.ts"
import { openLedger } from "./ledger.store.ts"
import { createReporter } from "./reports.ts"
import { sandboxRoutes } from "./routes.ts"

export interface SandboxGateway {
  /** Such as http://127.0.0.1:4711. */
  address: string
  /** All charges and declines in their current state, oldest first. */
  charges(): Charge[]
  /** Sets the address for reports of settled and returned charges; until then they wait. */
  sendReportsTo(address: string): void
  /** Sends due reports now instead of within a second; returns the number acknowledged. */
  sendDueReports(): Promise<number>
  close(): Promise<void>
}

/**
 * The sandbox as a separate server on this machine. `ledger` is a file, or ":memory:".
 *
 * Errors: a port in use, a file that is not a ledger.
 */
export async function startSandboxGateway({
  port = 0,
  ledger: file = ":memory:",
  secret,
  clock = systemClock,
  scheduler,
  die,
  silenceMs,
  bankDayMs,
}: {
  port?: number
  ledger?: string
  secret: string
  clock?: Clock
  /** Triggers the sending of reports; real timers if absent. */
  scheduler?: Scheduler
  die?: () => void
  /**
   * How long a call without an answer stays open. A test sets it so that its server can wait longer
   * and does not take a slow machine for a silent gateway.
   */
  silenceMs?: number
  /** The length of the days after which charges settle; 24 hours unless given. */
  bankDayMs?: number
}): Promise<SandboxGateway> {
  const ledger = openLedger(file)
  const app = Fastify({ forceCloseConnections: true })
  await app.register(sandboxRoutes, {
    ledger,
    clock,
    secret,
    ...(die && { die }),
    ...(silenceMs && { silenceMs }),
    ...(bankDayMs && { bankDayMs }),
  })
  const reporter = createReporter({ ledger, clock, secret, scheduler })
  const gateway = createGateway({ ledger, clock })
  const address = await app.listen({ port, host: "127.0.0.1" })
  return {
    address,
    charges: gateway.charges,
    sendReportsTo: reporter.sendTo,
    sendDueReports: reporter.sendDue,
    async close() {
      await app.close()
      await reporter.close()
      ledger.close()
    },
  }
}
