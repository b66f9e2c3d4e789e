import type { Queries } from "#database/sql.ts"
import { newSecret, type Secrets } from "#platform/keys/secrets.ts"
import type { Cookies } from "#services/call-request.ts"
import { deleteDevicesOf, isDeviceOf, renewDevice, writeDevice } from "./devices.store.ts"

/** As long as browsers keep a cookie at most. */
export const deviceDays = 400

/**
 * Remembers this browser for a person who has just proven who they are. Returns whether it was
 * known already.
 *
 * A cookie that this person has not signed in with before is replaced, because somebody else may
 * have planted it. Others who share the browser stay known by the new one.
 */
export async function rememberDevice(
  tx: Queries,
  secrets: Secrets,
  cookies: Cookies,
  userid: string,
  now: Date,
): Promise<boolean> {
  const brought = cookies.get("device")
  const broughtHash = brought === undefined ? undefined : secrets.hash("device", brought)
  const isKnown = broughtHash !== undefined && (await isDeviceOf(tx, broughtHash, userid))
  const secret = brought !== undefined && isKnown ? brought : newSecret()
  const hash = secrets.hash("device", secret)
  if (broughtHash !== undefined && !isKnown) await renewDevice(tx, broughtHash, hash)
  await writeDevice(tx, hash, userid, now)
  cookies.set("device", secret, deviceDays * 86_400)
  return isKnown
}

/**
 * Remembers this browser alone: for a person who has just recovered the account, possibly from
 * somebody else, whose browsers then are as new as any.
 */
export async function rememberOnlyThisDevice(
  tx: Queries,
  secrets: Secrets,
  cookies: Cookies,
  userid: string,
  now: Date,
): Promise<void> {
  await deleteDevicesOf(tx, userid)
  await rememberDevice(tx, secrets, cookies, userid, now)
}
