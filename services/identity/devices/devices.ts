import type { Queries } from "#database/sql.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { type Cookies, clientsOf, type Site } from "#services/call-request.ts"
import {
  type DeviceOwner,
  deleteDevicesOf,
  isDeviceOf,
  renewDevice,
  writeDevice,
} from "./devices.store.ts"

export type { DeviceOwner } from "./devices.store.ts"

/** The longest that browsers keep a cookie. */
const deviceDays = 400

/**
 * Remembers this browser for a person who has just proven their identity. Returns whether it was
 * already known. If it was not, the caller sends `emailAboutNewDevice` (new-device-email.ts), as
 * sign-in.ts does.
 *
 * If the person has not signed in with the browser's cookie before, the cookie is replaced, because
 * someone else may have planted it. A cookie with an earlier key is replaced, too. For other people
 * who share the browser, the new cookie is known as well.
 */
export async function rememberDevice(
  tx: Queries,
  secrets: Secrets,
  { site, cookies }: { site: Site; cookies: Cookies },
  owner: DeviceOwner,
  now: Date,
): Promise<boolean> {
  const brought = cookies.get("device")
  const broughtHash = brought === undefined ? undefined : secrets.hash("device", brought)
  const isKnown = broughtHash !== undefined && (await isDeviceOf(tx, broughtHash, owner))
  const stays = brought !== undefined && isKnown && secrets.isCurrent(brought)
  const secret = stays ? brought : secrets.random()
  const hash = secrets.hash("device", secret)
  if (broughtHash !== undefined && !stays) await renewDevice(tx, clientsOf(site), broughtHash, hash)
  await writeDevice(tx, hash, owner, now)
  cookies.set("device", secret, deviceDays * 86_400)
  return isKnown
}

/**
 * Remembers this browser and forgets all others, for a person who has just recovered the account,
 * possibly from someone else.
 */
export async function rememberOnlyThisDevice(
  tx: Queries,
  secrets: Secrets,
  browser: { site: Site; cookies: Cookies },
  owner: DeviceOwner,
  now: Date,
): Promise<void> {
  await deleteDevicesOf(tx, owner)
  await rememberDevice(tx, secrets, browser, owner, now)
}
