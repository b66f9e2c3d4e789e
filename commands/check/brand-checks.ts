import { lookup } from "node:dns/promises"
import type { Database } from "#database/open.ts"
import { isTimeZone } from "#platform/time-zone.ts"
import type { Config } from "#server/config/config.ts"
import { sampleUsername } from "../new-brand/people.ts"
import { listSites } from "../sites.store.ts"
import { findClientsWithUser, listTimeZones } from "./check.store.ts"
import { checkKeys } from "./key-checks.ts"
import { type CheckOutcome, good, problem, warning } from "./outcome.ts"
import { checkGroups } from "./provider-checks.ts"

/** Checks the brands of the database, and whether the keys match its data. */
export async function checkServedBrands(
  database: Database,
  config: Config,
): Promise<CheckOutcome[]> {
  return [
    ...(await hostsOf(database)),
    ...(await timeZonesOf(database)),
    ...(await sampleAccountsOf(database)),
    ...(await checkKeys(database, config)),
    ...(await checkGroups(database, config)),
  ]
}

async function hostsOf(database: Database): Promise<CheckOutcome[]> {
  const hosts = (await listSites(database)).map(({ host }) => host)
  if (hosts.length === 0) {
    return [
      warning("hosts", "There is no site yet. Load a brand: npm run my-account -- load FOLDER"),
    ]
  }
  const places = await Promise.all(
    hosts.map(async (host) => ({ host, address: await addressOf(host) })),
  )
  const wrong = places
    .filter(({ address }) => address === undefined)
    .map(({ host }) =>
      problem("hosts", `${host} does not resolve. Add its DNS record, or remove the site.`),
    )
  const shown = places.map(({ host, address }) => `${host} (${address})`)
  return wrong.length > 0 ? wrong : [good("hosts", `All sites resolve: ${shown.join(", ")}.`)]
}

/** Browsers resolve names under localhost to their own machine. */
async function addressOf(host: string): Promise<string | undefined> {
  if (host === "localhost" || host.endsWith(".localhost")) return "this machine"
  return await lookup(host).then(
    ({ address }) => address,
    () => undefined,
  )
}

/** The documentation publishes the password of the sample person of a new brand. */
async function sampleAccountsOf(database: Database): Promise<CheckOutcome[]> {
  const clients = await findClientsWithUser(database, sampleUsername)
  return clients.map((client) =>
    warning(
      "accounts",
      `${client} has the user ${sampleUsername}, whose password is published. Remove the samples from the brand's folder, and load it with --remove-missing.`,
    ),
  )
}

async function timeZonesOf(database: Database): Promise<CheckOutcome[]> {
  const wrong = (await listTimeZones(database)).filter(({ timeZone }) => !isTimeZone(timeZone))
  if (wrong.length === 0)
    return [good("time zones", "This Node knows the time zone of each client.")]
  return wrong.map(({ client, timeZone }) =>
    problem("time zones", `This Node does not know ${timeZone}, the time zone of ${client}.`),
  )
}
