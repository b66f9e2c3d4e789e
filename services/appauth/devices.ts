import type { Queries } from "#database/sql.ts"
import type { Cookies } from "#services/request.ts"
import { hashSecret, newSecret } from "#services/secrets.ts"
import { isDeviceOf, writeDevice } from "./devices.store.ts"

/** As long as browsers keep a cookie at most. */
export const deviceDays = 400

/**
 * What a person's tries are counted under: in a browser where they have signed in before they
 * have a count of their own, so that a stranger's failures elsewhere do not lock them out.
 */
export async function countedUnder(
  queries: Queries,
  cookies: Cookies,
  userid: string,
): Promise<string> {
  const secret = cookies.get("device")
  if (secret === undefined) return userid
  const hash = hashSecret(secret)
  return (await isDeviceOf(queries, hash, userid)) ? `${userid} on ${hash.toString("hex")}` : userid
}

/**
 * Remembers this browser for a person who has just proven who they are. Returns whether it was
 * known already.
 */
export async function rememberDevice(
  tx: Queries,
  cookies: Cookies,
  userid: string,
  now: Date,
): Promise<boolean> {
  const secret = cookies.get("device") ?? newSecret()
  const hash = hashSecret(secret)
  const isKnown = await isDeviceOf(tx, hash, userid)
  await writeDevice(tx, hash, userid, now)
  cookies.set("device", secret, deviceDays * 86_400)
  return isKnown
}
