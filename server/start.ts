import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Log } from "#services/deps.ts"
import type { HashCost } from "#services/identity/credentials/password.ts"
import type { Config } from "./config/config.ts"

/** The inputs of a server. */
export interface Start {
  config: Config
  database: Database
  clock: Clock
  log: Log
  /** The cost of password hashes; the recommended cost by default. */
  hashCost?: HashCost
}
