import { countedAddress } from "#platform/rate-limits/counted-address.ts"
import type { RateLimit } from "#platform/rate-limits/rate-limits.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import { passwordLimit } from "../credentials/password.ts"
import { countsOf, countTry, type TryNeeds } from "./guessing-limits.ts"

/** Of one address at one brand: who guesses goes on from one name to the next. */
const addressLimit: RateLimit = { calls: 30, minutes: 10 }

/**
 * Counts a try to log in as this userid. Returns what the codes of this browser are counted
 * under, or undefined when the password must not be compared. The address counts for strangers only: a
 * whole call center may share it, or a telephone network.
 *
 * Errors: `request.tooMany` of the address.
 */
export async function countLogIn(
  needs: TryNeeds,
  { site, cookies, ip }: { site: Site; cookies: Cookies; ip: string },
  userid: string,
): Promise<string | undefined> {
  const counts = await countsOf(needs, needs.database, cookies, userid, { withAttempt: true })
  if (counts.isStranger) {
    await needs.rateLimits.consume(
      `log-ins at ${site.client} from ${countedAddress(ip)}`,
      addressLimit,
    )
  }
  const isCounted = await countTry(needs, "passwords", counts, passwordLimit)
  return isCounted ? counts.standing : undefined
}
