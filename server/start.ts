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
   * Reads the time that all servers share: the database's by default. A caller with another clock than
   * the system's passes the time of its own world.
   */
  databaseTime?: () => Promise<Date>
  log: Log
  scheduler: Scheduler
  /** An account system outside of our database; without it, the configured one. */
  policyAdmin?: PolicyAdmin
  /** The work that password hashes and proofs take; the recommended work by default. */
  costs?: Costs
}

export interface Costs {
  hash: HashCost
  /** Rounds of each key of a captcha task: see ports/captcha/altcha.ts. */
  proofRounds: number
}
