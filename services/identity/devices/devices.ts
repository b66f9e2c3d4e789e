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

/** Browsers keep a cookie no longer than this. */
const deviceDays = 400

/**
 * Remembers this browser for a person who has just proven their identity. Returns whether it was
 * known already. If it was not, the caller tells the person with `emailAboutNewDevice`
 * (new-device-email.ts); sign-in.ts does so.
 *
 * If the person has not signed in with the browser's cookie before, the cookie is replaced, because
 * someone else may have planted it. So is a cookie with an earlier key. Other people who share the
 * browser stay known by the new one.
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
