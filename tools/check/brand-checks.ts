import { lookup } from "node:dns/promises"
import type { Database } from "#database/open.ts"
import { isTimeZone } from "#platform/time-zone.ts"
import type { Config } from "#server/config/config.ts"
import { openAuditKeys, openKeyRing } from "#server/config/keys.ts"
import { findNeededKeys } from "#server/watch/needed-keys.store.ts"
import { isOwnLog } from "#services/audit/own-log.ts"
import { listSites } from "../sites.store.ts"
import { listTimeZones } from "./check.store.ts"
import { good, type Outcome, problem, warning } from "./outcome.ts"
import { checkGroups } from "./provider-checks.ts"

/** The brands of the database, and whether this installation's key made its audit log. */
export async function checkBrands(database: Database, config: Config): Promise<Outcome[]> {
  return [
    ...(await hostsOf(database)),
    ...(await timeZonesOf(database)),
    await auditLogOf(database, config),
    await storedValuesOf(database, config),
    ...(await checkGroups(database, config)),
  ]
}

async function hostsOf(database: Database): Promise<Outcome[]> {
  const hosts = (await listSites(database)).map(({ host }) => host)
  if (hosts.length === 0) {
    return [warning("hosts", "There is no site yet. Load a brand: npm run load -- FOLDER")]
  }
  const unknown = (await Promise.all(hosts.map(isUnknown))).flat()
  const wrong = unknown.map((host) =>
    problem("hosts", `${host} does not resolve. Add its DNS record, or remove the site.`),
  )
  return wrong.length > 0 ? wrong : [good("hosts", `All sites resolve: ${hosts.join(", ")}.`)]
}

/** Browsers resolve names under localhost to their own machine. */
async function isUnknown(host: string): Promise<string[]> {
  if (host === "localhost" || host.endsWith(".localhost")) return []
  return await lookup(host).then(
    () => [],
    () => [host],
  )
}

async function timeZonesOf(database: Database): Promise<Outcome[]> {
  const wrong = (await listTimeZones(database)).filter(({ timeZone }) => !isTimeZone(timeZone))
  if (wrong.length === 0)
    return [good("time zones", "This Node knows the time zone of each client.")]
  return wrong.map(({ client, timeZone }) =>
    problem("time zones", `This Node does not know ${timeZone}, the time zone of ${client}.`),
  )
}

async function auditLogOf(database: Database, config: Config): Promise<Outcome> {
  const isOwn = await isOwnLog(database, openAuditKeys(config).entries)
  if (isOwn === undefined) return good("AUDIT_KEY", "The audit log is still empty.")
  if (isOwn) return good("AUDIT_KEY", "The audit log was made with this key.")
  return problem(
    "AUDIT_KEY",
    "The audit log was made with another key. Set that key, or add it to OTHER_AUDIT_KEYS.",
  )
}

/** Whether the keys are given that stored values need: every one of them, or else some are lost. */
async function storedValuesOf(database: Database, config: Config): Promise<Outcome> {
  const { ids } = openKeyRing(config)
  const needed = await findNeededKeys(database, new Date())
  const missing = new Set(needed.map(({ key }) => key).filter((key) => !ids.includes(key)))
  if (missing.size === 0) return good("SECRET_KEY", "The given keys read all stored values.")
  return problem(
    "SECRET_KEY",
    `Stored values need another key: ${[...missing].join(", ")}. Add it to OTHER_SECRET_KEYS; npm run keys counts them.`,
  )
}
