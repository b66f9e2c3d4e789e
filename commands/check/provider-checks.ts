import type { Database } from "#database/open.ts"
import { openStaffProviders } from "#server/adapters/staff-providers.ts"
import type { Config } from "#server/config/config.ts"
import { listTimeZones } from "./check.store.ts"
import { type CheckOutcome, good, problem } from "./outcome.ts"

const about = "STAFF_PROVIDERS_FILE"

/**
 * Requests the metadata of each staff identity provider, and checks whether it accepts our client.
 */
export async function checkProviders({ staffProviders }: Config): Promise<CheckOutcome[]> {
  const providers = openStaffProviders(staffProviders)
  return await Promise.all(
    providers.map(async ({ name, openid }) => {
      const fault = await openid.probe()
      return fault === undefined
        ? good(about, `The provider ${name} answers and takes our client.`)
        : problem(about, `The provider ${name} cannot be used: ${fault}`)
    }),
  )
}

/** Clients that do not exist, but for which a provider's group grants permissions. */
export async function checkGroups(
  database: Database,
  { staffProviders }: Config,
): Promise<CheckOutcome[]> {
  const known = (await listTimeZones(database)).map(({ client }) => client)
  return staffProviders.flatMap(({ name, groups }) =>
    Object.entries(groups).flatMap(([group, { clients }]) => {
      const unknown = clients === "all" ? [] : clients.filter((one) => !known.includes(one))
      return unknown.map((client) =>
        problem(
          about,
          `The group ${group} of ${name} names the client ${client}, which does not exist. Correct the name, or load the brand.`,
        ),
      )
    }),
  )
}
