import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Scheduler } from "#platform/jobs/scheduler.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Log } from "#services/deps.ts"
import type { HashCost } from "#services/identity/credentials/password.ts"
import type { Config } from "./config/config.ts"

/** The inputs of a server. */
export interface Start {
  config: Config
  database: Database
  clock: Clock
  /**
   * Reads the time that all servers share: the database's by default. A caller with a simulated
   * clock passes its own time.
   */
  databaseTime?: () => Promise<Date>
  log: Log
  scheduler: Scheduler
  /** An account system outside of our database; by default, the configured one. */
  policyAdmin?: PolicyAdmin
  /** The cost of password hashes and proofs; the recommended cost by default. */
  costs?: Costs
}

export interface Costs {
  hash: HashCost
  /** Rounds per key of a captcha task: see ports/captcha/altcha.ts. */
  proofRounds: number
}
