import type { Queries } from "#database/sql.ts"
import { limitedAddress } from "#platform/rate-limits/limited-address.ts"
import type { RateLimit } from "#platform/rate-limits/rate-limits.ts"
import type { Cookies, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { hashAttempt } from "../codes/code-hash.ts"
import { isAttemptOf } from "../codes/one-time-codes.store.ts"
import { type DeviceOwner, isDeviceOf } from "../devices/devices.store.ts"
import { hasOpenedLink } from "./sign-in-links.store.ts"

/** The number of passwords that can be tried for one userid, for each count in `countsOf`. */
export const passwordLimit: RateLimit = { calls: 20, minutes: 60 }
/** The number of security answers that can be tried for one userid, for each count. */
export const answerLimit: RateLimit = { calls: 5, minutes: 60 }
/**
 * The number of sign-ins of unknown browsers from one address at one brand, for all usernames
 * together.
 */
const addressLimit: RateLimit = { calls: 30, minutes: 10 }

/** The counts that include the tries of this browser. */
export interface Counts {
  /** True for an unknown browser. All unknown browsers share one count. */
  isUnknownBrowser: boolean
  /** The names of the counts, in the order in which they are used up. */
  names: readonly string[]
  /** The name of the count for other actions in this browser, such as requesting codes. */
  standing: string
}

/**
 * The counts for the tries of this browser at this userid. Guessing in unknown browsers never keeps
 * out the right person, because a browser has its own count
 * - if the person has signed in with it before,
 * - with `withAttempt`, if it sent the right password and waits for a one-time code.
 * Browsers that opened an emailed link share one count, and all other browsers share another one.
 */
export async function countsOf(
  { clock, secrets }: Pick<Deps, "clock" | "secrets">,
  queries: Queries,
  cookies: Cookies,
  owner: DeviceOwner,
  { withAttempt = false } = {},
): Promise<Counts> {
  const now = clock.now()
  const { userid } = owner
  const device = cookies.get("device")
  const attempt = withAttempt ? cookies.get("sign-in") : undefined
  const link = cookies.get("sign-in-link")
  const names: string[] = []
  if (device) {
    const hash = secrets.hash("device", device)
    if (await isDeviceOf(queries, hash, owner)) names.push(`${userid} on ${hash.toString("hex")}`)
  }
  if (link) {
    const hash = secrets.hash("sign-in link browser", link)
    if (await hasOpenedLink(queries, hash, owner, now)) names.push(`${userid} by link`)
  }
  const standing = names[0] ?? userid
  if (attempt) {
    const hash = hashAttempt(secrets, attempt, { subject: owner, purpose: "sign-in" })
    if (await isAttemptOf(queries, hash, owner, now))
      names.push(`${userid} in ${hash.toString("hex")}`)
  }
  return names.length > 0
    ? { isUnknownBrowser: false, names, standing }
    : { isUnknownBrowser: true, names: [userid], standing }
}

/**
 * Counts a try of `what`, such as "passwords", before the comparison. Returns false if the limit is
 * reached; the caller must then not compare.
 */
export async function countTry(
  { rateLimits }: Pick<Deps, "rateLimits">,
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

/**
 * Counts a sign-in with this userid. Returns the name of the count for the one-time codes of this
 * browser, or undefined if the limit is reached and the password must not be compared. The address
 * limit applies to unknown browsers only, because many people can share an address.
 *
 * Errors: `request.tooMany` if the limit of the address is reached.
 */
export async function countSignIn(
  deps: Deps,
  { site, cookies, ip }: { site: Site; cookies: Cookies; ip: string },
  owner: DeviceOwner,
): Promise<string | undefined> {
  const counts = await countsOf(deps, deps.database, cookies, owner, { withAttempt: true })
  if (counts.isUnknownBrowser) {
    const key = `log-ins at ${site.client} from ${limitedAddress(ip)}`
    await deps.rateLimits.consume(key, addressLimit)
  }
  const isCounted = await countTry(deps, "passwords", counts, passwordLimit)
  return isCounted ? counts.standing : undefined
}
