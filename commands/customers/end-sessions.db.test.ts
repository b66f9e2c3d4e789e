import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { createCommands } from "#testing/operator-commands.ts"

let app: TestApp
let commands: ReturnType<typeof createCommands>

before(async () => {
  app = await startTestApp()
  commands = createCommands(app.database, app.clock)
})

after(() => app.close())

async function signedIn(username: string, host = "harbor.localhost") {
  const browser = app.browser()
  await browser.signIn(host, username)
  return { browser, host }
}

async function isSignedIn({ browser, host }: { browser: TestBrowser; host: string }) {
  return (await browser.call(host, "POST /appauth/session/extend", {})).status === 200
}

test("ASVS-07 the operator logs out one customer, and the audit log says so", async () => {
  const [maria, james] = [await signedIn("maria.santos"), await signedIn("james.okafor")]
  const done = await commands.run("end-sessions", "harbor", "Maria.Santos")
  assert.deepEqual(done, { code: 0, out: "Sessions that ended: 1.\n", err: "" })
  assert.deepEqual([await isSignedIn(maria), await isSignedIn(james)], [false, true])
  const entry = (await auditLog(app.database, "harbor")).at(-1)
  assert.deepEqual(
    [entry?.action, entry?.actorKind, entry?.subjectUserid, entry?.after],
    ["session.end", "operator", "maria.santos_harbor", { sessions: "1" }],
  )
})

test("ASVS-07 the operator logs out all customers of a client, and no other", async () => {
  const [lena, tomasz, robert] = [
    await signedIn("lena.fischer", "wayfarer.localhost"),
    await signedIn("tomasz.wisniewski", "wayfarer.localhost"),
    await signedIn("robert.chen"),
  ]
  const { code, out } = await commands.run("end-sessions", "wayfarer", "--everyone", "--json")
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).ended, 2)
  assert.deepEqual(
    [await isSignedIn(lena), await isSignedIn(tomasz), await isSignedIn(robert)],
    [false, false, true],
  )
  assert.equal(
    (await commands.run("end-sessions", "wayfarer", "--everyone")).out,
    "Sessions that ended: 0.\n",
  )
})

test("ASVS-07 an unknown client or customer, and an incomplete command, end nothing", async () => {
  const grace = await signedIn("grace.adeyemi")
  for (const [typed, code, said] of [
    [["stranger", "--everyone"], 1, /There is no client stranger\./],
    [["harbor", "no.one"], 1, /No customer of harbor is named no\.one\./],
    [["harbor"], 2, /Name a username, or --everyone\./],
    [["harbor", "grace.adeyemi", "--everyone"], 2, /Name a username, or --everyone\./],
  ] as const) {
    const refused = await commands.run("end-sessions", ...typed)
    assert.equal(refused.code, code, refused.err)
    assert.match(refused.err, said)
  }
  assert.equal(await isSignedIn(grace), true)
})
