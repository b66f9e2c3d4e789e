import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import type { RateLimit, RateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { Cookies } from "#services/call-request.ts"
import { hashAttempt } from "../codes/code-hash.ts"
import { isAttemptOf } from "../codes/one-time-codes.store.ts"
import { isDeviceOf } from "../devices/devices.store.ts"
import { hasOpenedLink } from "./sign-in-links.store.ts"

export interface TryNeeds {
  database: Database
  clock: Clock
  secrets: Secrets
  rateLimits: RateLimits
}

/** What this browser's tries to prove to be a person are counted under. */
export interface Counts {
  /** True where nothing is known of the browser: all strangers together share one count. */
  isStranger: boolean
  /** Those in which the browser has a place, in the order in which they are used up. */
  names: readonly string[]
  /** What else this browser does is counted under, such as the codes that it has sent. */
  standing: string
}

/**
 * Where the tries of this browser count. A browser in which the person has signed in before has a
 * count of its own. Those that opened an emailed link share another. All other browsers share the
 * strangers' count. With `withAttempt`, a browser that waits for a one-time code, because its
 * password was right, has a count of its own too.
 */
export async function countsOf(
  { clock, secrets }: Pick<TryNeeds, "clock" | "secrets">,
  queries: Queries,
  cookies: Cookies,
  userid: string,
  { withAttempt = false } = {},
): Promise<Counts> {
  const now = clock.now()
  const device = cookies.get("device")
  const attempt = withAttempt ? cookies.get("sign-in") : undefined
  const link = cookies.get("sign-in-link")
  const names: string[] = []
  if (device) {
    const hash = secrets.hash("device", device)
    if (await isDeviceOf(queries, hash, userid)) names.push(`${userid} on ${hash.toString("hex")}`)
  }
  if (link) {
    const hash = secrets.hash("sign-in link browser", link)
    if (await hasOpenedLink(queries, hash, userid, now)) names.push(`${userid} by link`)
  }
  const standing = names[0] ?? userid
  if (attempt) {
    const hash = hashAttempt(secrets, attempt, { subject: { userid }, purpose: "sign-in" })
    if (await isAttemptOf(queries, hash, userid, now))
      names.push(`${userid} in ${hash.toString("hex")}`)
  }
  return names.length > 0
    ? { isStranger: false, names, standing }
    : { isStranger: true, names: [userid], standing }
}

/**
 * Counts a try of `what`, such as "passwords", before anything is compared. Returns whether
 * there was room for it: without, the try must not be compared.
 */
export async function countTry(
  { rateLimits }: Pick<TryNeeds, "rateLimits">,
  what: string,
  { names }: Counts,
  rateLimit: RateLimit,
  queries?: Queries,
): Promise<boolean> {
  for (const name of names) {
    if (await rateLimits.isWithin(`${what} of ${name}`, rateLimit, queries)) return true
  }
  return false
}
