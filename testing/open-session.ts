import type { StoredUser } from "#contracts/identity/shapes.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { siteOf } from "#server/calls/sites.ts"
import { findSite } from "#services/brands/sites.store.ts"
import type { CookieName, Cookies } from "#services/call-request.ts"
import { findUser } from "#services/identity/credentials/users.store.ts"
import { rememberDevice } from "#services/identity/devices/devices.ts"
import { startSession } from "#services/identity/sessions/start-session.ts"
import { storedUserOf } from "#services/identity/sessions/stored-user.ts"
import { findStaffMember } from "#services/staff/accounts/staff.store.ts"
import { openStaffSession } from "#services/staff/accounts/staff-session.ts"
import type { TestApp } from "./app.ts"
import { demoPerson } from "./demo-people.ts"
import { testAudit, testSecrets } from "./secret-key.ts"

export interface SignedIn {
  user: StoredUser
  cookies: { name: string; value: string }[]
}

/**
 * Opens a session of a demo person, like a sign-in with the right one-time code, but without
 * password and code. Staff get a session at the support site.
 *
 * Errors: an `Error` when the site or the person does not exist.
 */
export async function openSession(
  { database, clock, origin }: Pick<TestApp, "database" | "clock" | "origin">,
  { host, username }: { host: string; username: string },
): Promise<SignedIn> {
  const row = await findSite(database, host)
  if (!row) throw new Error(`The demo has no site at ${host}.`)
  const jar = new Map<CookieName, string>()
  const cookies: Cookies = {
    get: (name) => jar.get(name),
    set: (name, value) => jar.set(name, value),
    clear: (name) => jar.delete(name),
  }
  const request = { site: siteOf(row, { of: origin }), cookies, ip: "127.0.0.1" }
  const deps = { clock, secrets: testSecrets, audit: testAudit(clock) }

  async function openStaff(): Promise<StoredUser> {
    const staff = await findStaffMember(database, username)
    if (!staff) throw new Error(`The demo has no staff member ${username}.`)
    return await database.transaction((tx) =>
      openStaffSession(tx, deps, request, staff, "password"),
    )
  }

  async function openCustomer(): Promise<StoredUser> {
    const { client = row?.client ?? "" } = demoPerson(username)
    const user = await findUser(database, client, username)
    const person = await createEmbeddedPolicyAdmin(database).person(
      client,
      user?.accountNumber ?? "",
    )
    if (!user || !person) throw new Error(`The demo has no customer ${username} of ${client}.`)
    const now = clock.now()
    const token = await database.transaction(async (tx) => {
      await rememberDevice(tx, deps.secrets, request, user, now)
      return await startSession(tx, deps, request, { ...user, staffUserid: null, provenAt: now })
    })
    return storedUserOf(user.userid, person, token)
  }

  const user = row.isCustomerSite ? await openCustomer() : await openStaff()
  return { user, cookies: [...jar].map(([name, value]) => ({ name, value })) }
}
