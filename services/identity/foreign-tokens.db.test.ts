import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { createRegisteredUsers } from "./registration/registered-users.ts"

const host = "harbor.localhost"
const otherHost = "wayfarer.localhost"

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

test("TENANT-03 a session of one brand is unknown at another brand, also under its host's name", async () => {
  const { browser } = await customerOf(app, "james.okafor", "harbor")
  copyCookies(browser)
  const asked = () => browser.call(otherHost, "POST /appauth/session/extend", {})
  assert.deepEqual((await asked()).messageIds, ["session.required"])
  // Change the host in the row, to show that it is not what protects the session.
  await app.database.rows(
    sql`update appauth.session set host = ${otherHost} where userid = 'james.okafor_harbor'`,
  )
  assert.deepEqual((await asked()).messageIds, ["session.required"])
})

test("TENANT-03 a reset link of one brand gets the same reply at another brand as an unknown link", async () => {
  const registeredUsers = createRegisteredUsers({ ...app, secrets: testSecrets })
  const { accountNumber = "" } = demoPerson("siobhan.obrien")
  const user = { client: "harbor", userid: "siobhan.obrien_harbor", accountNumber }
  const { ticket } = await app.database.transaction((tx) =>
    registeredUsers.createResetTicket(tx, user),
  )
  const opened = (at: string, own: string) =>
    app.browser().call(at, "POST /appauth/resetPassword/ticket", { ticket: own })
  assert.equal((await opened(host, ticket)).status, 200)
  const [foreign, unknown] = [await opened(otherHost, ticket), await opened(otherHost, "unknown")]
  assert.deepEqual([foreign.status, foreign.text], [unknown.status, unknown.text])
})

/** Sends the cookies and the token of one host to the other one too. */
function copyCookies({ cookies, tokens }: TestBrowser) {
  cookies.set(otherHost, new Map(cookies.get(host)))
  tokens.set(otherHost, tokens.get(host) ?? "")
}
