import type { Database } from "#database/open.ts"
import { countedAddress } from "#services/counted-address.ts"
import type { Cookies, Site } from "#services/request.ts"
import type { Secrets } from "#services/secrets.ts"
import type { Budget, Budgets } from "./budgets.ts"
import { countedUnder } from "./devices.ts"
import { passwordBudget } from "./password.ts"

/** Of one address at one brand: who guesses goes on from one name to the next. */
const addressBudget: Budget = { calls: 30, minutes: 10 }

/**
 * Counts a try to log in as this userid, and returns what the person's other tries are counted
 * under. In a browser where they have logged in before, the address does not count: a whole call
 * centre may share it, or a telephone network.
 *
 * Errors: `request.tooMany` of the address, `signIn.tooMany` of the person.
 */
export async function countLogIn(
  { database, secrets, budgets }: { database: Database; secrets: Secrets; budgets: Budgets },
  { site, cookies, ip }: { site: Site; cookies: Cookies; ip: string },
  userid: string,
): Promise<string> {
  const counted = await countedUnder(database, secrets, cookies, userid)
  const isKnownDevice = counted !== userid
  if (!isKnownDevice)
    await budgets.spend(`log-ins at ${site.client} from ${countedAddress(ip)}`, addressBudget)
  await budgets.spend(`passwords of ${counted}`, passwordBudget)
  return counted
}
