import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { openPolicyAdmin } from "#server/adapters/policy-admin.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { UsageError } from "#server/config/command-line.ts"
import type { Config } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { createBrands } from "#services/brands/brands.ts"

/** The brands, for a command. */
export function brandsOf(database: Database, config: Config, clock: Clock) {
  const addressOf = createSiteAddresses(config).of
  return createBrands({ database, clock, addressOf, checks: {} }).lookup
}

/** Errors: `UsageError` for a client that does not exist. */
export async function checkClient(
  { database, config, clock }: Pick<Workplace, "database" | "config" | "clock">,
  client: string,
): Promise<void> {
  const clients = await brandsOf(database, config, clock).customerClients()
  if (clients.includes(client)) return
  throw new UsageError(
    clients.length === 0
      ? "There is no client yet."
      : `There is no client '${client}'. The clients: ${clients.join(", ")}.`,
  )
}

/** The configured account system, for a command. Why it does not answer is printed as an error. */
export async function withAccountSystem<Result>(
  { config, database, clock, err }: Pick<Workplace, "config" | "database" | "clock" | "err">,
  work: (policyAdmin: PolicyAdmin) => Promise<Result>,
): Promise<Result> {
  // Standard output is for the result.
  const print = (facts: object, text: string) => err(`${text} ${JSON.stringify(facts)}`)
  const log = { info: print, warn: print, error: print }
  const place = { database, laggingReads: database, clock, log }
  const { policyAdmin, close } = await openPolicyAdmin(config.policyAdmin, place)
  return await work(policyAdmin).finally(close)
}
