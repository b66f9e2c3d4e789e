import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import {
  type HostileIssuer,
  settingsOfAsh,
  signInAtAsh,
  startHostileIssuer,
} from "#testing/hostile-issuer.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { supportHost } from "#testing/staff.ts"
import { writeProvidersFile } from "#testing/staff-providers.ts"
import { createStaffAccounts } from "../accounts/staff-accounts.ts"

let app: TestApp
let ash: HostileIssuer
let file: { path: string; remove: () => Promise<void> }

before(async () => {
  ash = await startHostileIssuer()
  file = await writeProvidersFile({ providers: [settingsOfAsh(ash)] })
  const env = {
    STAFF_PROVIDERS_FILE: file.path,
    STAFF_LOCAL_ACCOUNTS: "off",
    // Applies to local accounts only: a provider checks the second factor of its own people.
    STAFF_SECOND_FACTOR: "required",
  }
  app = await startTestApp({ env })
})

after(async () => {
  await app.close()
  await Promise.all([ash.close(), file.remove()])
})

async function signIn() {
  const browser = app.browser()
  return { browser, ...(await signInAtAsh(browser, ash, ["harbor-desk"])) }
}

test("SSO-10 without local accounts a correct password gives no access, and the page shows the providers", async () => {
  const browser = app.browser()
  const site = await browser.call(supportHost, "GET /appcontent/clientAttributes")
  assert.deepEqual(site.reply.staffSignIn, {
    providers: [{ name: "ash", label: "Ash" }],
    allowsLocalAccounts: false,
  })
  const customers = await browser.call("harbor.localhost", "GET /appcontent/clientAttributes")
  assert.equal(customers.reply.staffSignIn, undefined)
  const payload = {
    ...payloadOf(demoPerson("agent.kim")),
    client: "support",
    isCustomerUser: false,
  }
  const refused = await browser.call(supportHost, "POST /appauth/login", payload)
  assert.deepEqual([refused.status, refused.messageIds], [403, ["staff.useProvider"]])
  assert.equal((await signIn()).status, 200)
})

test("SSO-05 the operator can disable and enable a provider's account, and its rights still come from the groups", async () => {
  const { database, clock } = app
  const audit = testAudit(clock)
  const staff = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
  const { browser } = await signIn()
  await assert.rejects(staff.setRoles("ash:sam", ["money"]), /says what ash:sam may do/)
  await assert.rejects(staff.setClients("ash:sam", null), /Change the groups there/)
  await assert.rejects(staff.setPassword("ash:sam", "Quarry-Lamp-58"), /Change the groups there/)
  await staff.disable("ash:sam")
  const extend = await browser.call(supportHost, "POST /appauth/session/extend", {})
  assert.equal(extend.status, 401)
  assert.deepEqual((await signIn()).messageIds, ["staff.disabled"])
  await staff.enable("ash:sam")
  assert.equal((await signIn()).status, 200)
  const trail = await auditLog(database, "")
  const own = trail.filter(({ subjectUserid }) => subjectUserid === "ash:sam")
  assert.deepEqual(
    own.map(({ action, actorKind }) => `${action} ${actorKind}`),
    ["staff.account.add system", "staff.account.disable operator", "staff.account.enable operator"],
  )
})
