import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { openStaffProviders } from "#server/adapters/staff-providers.ts"
import { readStaffProviders } from "#server/config/staff-providers-file.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { until } from "#testing/events.ts"
import { logLines } from "#testing/log-lines.ts"
import { testAudit, testPasswords, testSeal } from "#testing/secret-key.ts"
import { actFor, supportHost } from "#testing/staff.ts"
import {
  createProviderBrowser,
  type Listener,
  providerSecret,
  type ServedProvider,
  serveProvider,
  startListener,
  testGroups,
  writeProvidersFile,
} from "#testing/staff-providers.ts"
import { createStaffAccounts } from "../accounts/staff-accounts.ts"
import { claimDueChecks } from "./provider-accounts.store.ts"
import { createProviderAccounts } from "./provider-accounts.ts"
import { endProviderSessions } from "./provider-attempts.store.ts"
import { providerRecheckJob } from "./provider-recheck-job.ts"

const host = "harbor.localhost"
const begin = "POST /appauth/staff/providers/begin"
const finish = "POST /appauth/staff/providers/finish"
const extend = "POST /appauth/session/extend"
const dana = { given_name: "Dana", family_name: "Reyes", email: "dana@corp.example" }

let app: TestApp
let oak: { listener: Listener; served: ServedProvider }
let elm: { listener: Listener; served: ServedProvider }
let file: { path: string; remove: () => Promise<void> }
/** The complete log output of the server. */
let logged = ""

/** An address where nothing responds. */
const away = { address: "http://127.0.0.1:1" }

function settingsOf(name: string, listener: Pick<Listener, "address">, more: object = {}) {
  return {
    ...{ name, label: `${name} sign-in`, issuer: listener.address },
    ...{ clientId: "my-account", clientSecret: providerSecret, groups: testGroups },
    ...more,
  }
}

before(async () => {
  const listeners = [await startListener(), await startListener()] as const
  file = await writeProvidersFile({
    providers: [
      settingsOf("oak", listeners[0], { prompt: "consent" }),
      // A provider without refresh tokens.
      settingsOf("elm", listeners[1], { scopes: ["openid", "profile", "email"] }),
      settingsOf("fir", away),
    ],
  })
  app = await startTestApp({
    env: { STAFF_PROVIDERS_FILE: file.path },
    logTo: logLines((line) => {
      logged += `${line}\n`
    }),
  })
  const serve = async (name: string, listener: Listener) => ({
    listener,
    served: await serveProvider(listener, {
      returnAddress: `${app.origin(supportHost)}/log-in/${name}`,
      logoutAddress: `http://127.0.0.1:${app.port}/provider-logout/${name}`,
    }),
  })
  oak = await serve("oak", listeners[0])
  elm = await serve("elm", listeners[1])
})

after(async () => {
  await app.close()
  await Promise.all([oak.listener.close(), elm.listener.close(), file.remove()])
})

beforeEach(() => app.clock.advance({ hours: 2 }))

type AtProvider = ReturnType<typeof createProviderBrowser>

/** Signs this person in at the provider, and returns its answer. */
async function signIn(
  name: "oak" | "elm",
  person: string,
  browser: TestBrowser = app.browser(),
  atProvider: AtProvider = createProviderBrowser(),
) {
  const { served } = name === "oak" ? oak : elm
  served.state.next = person
  const begun = await browser.call(supportHost, begin, { provider: name })
  assert.equal(begun.status, 200, begun.text)
  const home = app.origin(supportHost)
  const back = await atProvider.leaveTo(begun.reply.address, home)
  assert.equal(back.pathname, `/log-in/${name}`)
  const answer = await browser.call(supportHost, finish, { provider: name, answer: back.search })
  if (answer.status === 200) browser.tokens.set(supportHost, answer.reply.access_token)
  return { ...answer, browser, atProvider, back }
}

const isOpen = async (browser: TestBrowser, at = supportHost) =>
  (await browser.call(at, extend, {})).status === 200

/** Lets time pass while the staff member works, because an idle session would end. */
async function pass(minutes: number, ...browsers: TestBrowser[]) {
  for (let left = minutes; left > 0; left -= 10) {
    app.clock.advance({ minutes: Math.min(left, 10) })
    for (const browser of browsers) await browser.call(supportHost, extend, {})
  }
}

const rolesOf = async (browser: TestBrowser) =>
  (await browser.call(supportHost, "GET /myaccount-core/agent/roles")).reply.roles

async function accountOf(userid: string) {
  const [row] = await app.database.rows<{ clients: string[]; roles: string[]; disabledAt: Date }>(
    sql`select clients, roles, disabled_at from appauth.agent where userid = ${userid}`,
  )
  return row
}

async function entriesOf(userid: string) {
  const trail = await auditLog(app.database, "")
  const own = trail.filter((entry) => entry.subjectUserid === userid)
  return own.map(({ action, actorKind }) => `${action} by ${actorKind}`)
}

test("SSO-01 SSO-03 the first sign-in with a provider creates an account with the rights of the groups", async () => {
  oak.served.people.set("dana", { ...dana, groups: ["harbor-desk", "staff"] })
  const { status, reply, browser, text } = await signIn("oak", "dana")
  assert.equal(status, 200, text)
  assert.equal(reply.userid, "oak:dana")
  assert.deepEqual(await rolesOf(browser), ["look", "serve"])
  assert.deepEqual((await accountOf("oak:dana"))?.clients, ["harbor"])
  assert.equal((await actFor(browser, "maria.santos_harbor", "oak:dana")).csUserid, "oak:dana")
  assert.deepEqual(await entriesOf("oak:dana"), ["staff.account.add by system"])
  const signIns = (await auditLog(app.database, "support")).filter(
    ({ action }) => action === "signIn",
  )
  assert.deepEqual(signIns.at(-1)?.after, { by: "identity provider oak" })
  const again = await signIn("oak", "dana")
  assert.equal(again.reply.userid, "oak:dana")
  assert.deepEqual(await entriesOf("oak:dana"), ["staff.account.add by system"])
})

test("SSO-03 the same email at two providers creates two accounts, and neither accepts a password", async () => {
  elm.served.people.set("dana", { ...dana, groups: ["wayfarer-desk"] })
  oak.served.people.set("dana", { ...dana, groups: ["harbor-desk"] })
  const atElm = await signIn("elm", "dana")
  assert.equal(atElm.reply.userid, "elm:dana")
  assert.deepEqual((await accountOf("elm:dana"))?.clients, ["wayfarer"])
  await signIn("oak", "dana")
  assert.deepEqual((await accountOf("oak:dana"))?.clients, ["harbor"])
  const person = { ...payloadOf(demoPerson("agent.kim")), client: "support", isCustomerUser: false }
  for (const password of ["none", "Harbor-Staff-1"]) {
    const tried = { ...person, username: "elm:dana", password }
    const refused = await app.browser().call(supportHost, "POST /appauth/login", tried)
    assert.deepEqual([refused.status, refused.messageIds], [401, ["signIn.credentials"]])
  }
  const passwords = { currentPassword: "Lantern-2027", password: "Quarry-Lamp-58" }
  const own = await atElm.browser.call(supportHost, "PUT /appauth/staff/password", passwords)
  assert.deepEqual(own.messageIds, ["staff.passwordAtProvider"])
})

test("SSO-04 a person without a mapped group, or with unclear groups, gets a message and no account", async () => {
  for (const [groups, message] of [
    [[], "provider.noGroup"],
    [["staff"], "provider.noGroup"],
    [["wayfarer-desk", "harbor-money"], "provider.unclearGroups"],
  ] as const) {
    oak.served.people.set("nia", { ...dana, groups: [...groups] })
    const { status, messageIds, browser } = await signIn("oak", "nia")
    assert.deepEqual([status, messageIds], [403, [message]])
    assert.equal(await accountOf("oak:nia"), undefined)
    assert.equal(await isOpen(browser), false)
  }
  const trail = await auditLog(app.database, "support")
  const failures = trail.filter(({ action }) => action === "signIn.failed").slice(-3)
  assert.deepEqual(
    failures.map((entry) => entry.after?.wrong),
    ["no group", "no group", "unclear groups"],
  )
})

test("SSO-05 SSO-06 the recheck follows the groups: rights change, and the account ends and returns", async () => {
  const person = { ...dana, groups: ["harbor-desk"] }
  oak.served.people.set("ria", person)
  const { browser } = await signIn("oak", "ria")
  oak.served.people.set("ria", { ...person, groups: ["harbor-desk", "harbor-money"] })
  await pass(30, browser)
  await recheck()
  assert.deepEqual((await rolesOf(browser)).sort(), ["look", "money", "serve"])

  oak.served.people.set("ria", { ...person, groups: ["harbor-money"] })
  await pass(30, browser)
  assert.equal(await isOpen(browser), true)
  await recheck()
  assert.equal(await isOpen(browser), false, "a right that is taken away ends the session")
  assert.deepEqual((await accountOf("oak:ria"))?.roles, ["money"])

  oak.served.people.set("ria", { ...person, groups: [] })
  app.clock.advance({ minutes: 35 })
  await recheck()
  assert.ok((await accountOf("oak:ria"))?.disabledAt)
  oak.served.people.set("ria", person)
  const back = await signIn("oak", "ria")
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(await entriesOf("oak:ria"), [
    "staff.account.add by system",
    "staff.account.change by system",
    "staff.account.change by system",
    "staff.account.disable by system",
    "staff.account.enable by system",
    "staff.account.change by system",
  ])
})

test("SSO-06 rights end an hour after the provider's last confirmation, or at once if it refuses the token", async () => {
  elm.served.people.set("ida", { ...dana, groups: ["harbor-desk"] })
  const noToken = await signIn("elm", "ida")
  await pass(59, noToken.browser)
  assert.equal(await isOpen(noToken.browser), true)
  app.clock.advance({ minutes: 1 })
  assert.equal(await isOpen(noToken.browser), false)

  oak.served.people.set("ida", { ...dana, groups: ["harbor-desk"] })
  const { browser } = await signIn("oak", "ida")
  oak.served.people.delete("ida")
  await pass(30, browser)
  assert.equal(await isOpen(browser), true)
  await recheck()
  assert.equal(await isOpen(browser), false)
  assert.equal((await entriesOf("oak:ida")).at(-1), "signOut by system")
})

test("SSO-06 SSO-09 an unavailable provider does not end anything, and is contacted again after five minutes", async () => {
  oak.served.people.set("gus", { ...dana, groups: ["harbor-desk"] })
  const { browser } = await signIn("oak", "gus")
  oak.served.people.set("gus", { ...dana, groups: [] })
  const oakAway = await writeProvidersFile({ providers: [settingsOf("oak", away)] })
  await pass(30, browser)
  await recheck(oakAway.path)
  await oakAway.remove()
  assert.equal(await isOpen(browser), true)
  app.clock.advance({ minutes: 4, seconds: 59 })
  await recheck()
  assert.equal(await isOpen(browser), true)
  app.clock.advance({ seconds: 1 })
  await recheck()
  assert.equal(await isOpen(browser), false)
})

test("SSO-09 a sign-in with an unavailable provider does not begin", async () => {
  const refused = await app.browser().call(supportHost, begin, { provider: "fir" })
  assert.deepEqual([refused.status, refused.messageIds], [503, ["provider.away"]])
})

test("SSO-06 the recheck claims only due accounts that have a token and have not ended", async () => {
  const signedIn: Date[] = []
  for (const person of ["una", "ned"]) {
    oak.served.people.set(person, { ...dana, groups: ["harbor-desk"] })
    await signIn("oak", person)
    signedIn.push(app.clock.now())
    app.clock.advance({ seconds: 1 })
  }
  const [first = new Date(0), second = new Date(0)] = signedIn.map((at) =>
    later(at, { minutes: 30 }),
  )
  const rollBack = new Error("roll back")
  type Changed = (tx: Queries) => Promise<unknown>
  const claimedAfter = async (change: Changed, times: Date[], limit = 1) => {
    const claimed: string[][] = []
    const transaction = app.database.transaction(async (tx) => {
      await tx.rows(
        sql`update appauth.agent_provider set refresh_sealed = null
          where userid not in ('oak:una', 'oak:ned')`,
      )
      await change(tx)
      for (const now of times) {
        const retryAt = later(now, { minutes: 2 })
        const due = await claimDueChecks(tx, { now, retryAt, limit })
        claimed.push(due.map(({ userid }) => userid))
      }
      throw rollBack
    })
    await assert.rejects(transaction, rollBack)
    return claimed
  }
  const before = new Date(first.getTime() - 1)
  const again = later(second, { minutes: 2 })
  assert.deepEqual(await claimedAfter(async () => {}, [before, first, second, second, again]), [
    [],
    ["oak:una"],
    ["oak:ned"],
    [],
    ["oak:una"],
  ])
  for (const change of [
    sql`update appauth.agent_provider set refresh_sealed = null where userid = 'oak:una'`,
    sql`update appauth.agent_provider set ended_at = ${first} where userid = 'oak:una'`,
    sql`update appauth.agent set disabled_at = ${first} where userid = 'oak:una'`,
  ]) {
    assert.deepEqual(await claimedAfter((tx) => tx.rows(change), [second]), [["oak:ned"]])
  }
})

test("SSO-05 an account that the operator disabled stays disabled, even with the right groups", async () => {
  oak.served.people.set("pat", { ...dana, groups: ["harbor-desk"] })
  const { browser } = await signIn("oak", "pat")
  await app.database.rows(
    sql`update appauth.agent set disabled_at = ${app.clock.now()} where userid = 'oak:pat'`,
  )
  assert.equal(await isOpen(browser), false)
  const refused = await signIn("oak", "pat")
  assert.deepEqual(refused.messageIds, ["staff.disabled"])
})

test("SSO-05 an operator's decision replaces that of the provider, which had ended the account", async () => {
  const staff = createStaffAccounts({
    ...app,
    audit: testAudit(app.clock),
    passwords: testPasswords,
  })
  const person = { ...dana, groups: ["harbor-desk"] }
  const endedByProvider = async () => {
    oak.served.people.set("uma", { ...person, groups: [] })
    assert.deepEqual((await signIn("oak", "uma")).messageIds, ["provider.noGroup"])
    oak.served.people.set("uma", person)
  }
  oak.served.people.set("uma", person)
  await signIn("oak", "uma")
  await endedByProvider()
  await staff.disable("oak:uma")
  assert.deepEqual((await signIn("oak", "uma")).messageIds, ["staff.disabled"])
  await staff.enable("oak:uma")
  assert.equal((await signIn("oak", "uma")).status, 200)

  await endedByProvider()
  await staff.enable("oak:uma")
  assert.equal((await signIn("oak", "uma")).status, 200)
  const last = (await entriesOf("oak:uma")).at(-1)
  assert.equal(last, "staff.account.enable by operator", "the provider enabled nothing")
})

test("SSO-07 a logout at the provider ends the sessions that began there, and those of acting", async () => {
  oak.served.people.set("lou", { ...dana, groups: ["harbor-desk"] })
  const one = await signIn("oak", "lou")
  const other = await signIn("oak", "lou")
  await actFor(one.browser, "maria.santos_harbor", "oak:lou")
  elm.served.people.set("lou", { ...dana, groups: ["harbor-desk"] })
  const namesake = await signIn("elm", "lou")
  await one.atProvider.logOut(oak.listener.address)
  await until(async () => !(await isOpen(one.browser)))
  assert.equal(await isOpen(one.browser, host), false)
  assert.equal(await isOpen(other.browser), true, "another session at the provider goes on")
  assert.equal((await entriesOf("oak:lou")).at(-1), "signOut by system")

  // A later logout of all sessions at the provider ends the remaining ones.
  const ends = () =>
    app.database.rows(
      sql`select ended_at from appauth.session
        where agent_userid = 'oak:lou' and ended_at is not null order by ended_at`,
    )
  const before = await ends()
  app.clock.advance({ minutes: 1 })
  const lou = { provider: "oak", subject: "lou", sid: null }
  const endAll = () =>
    app.database.transaction((tx) => endProviderSessions(tx, lou, app.clock.now()))
  assert.deepEqual(await endAll(), ["oak:lou"])
  assert.equal(await isOpen(other.browser), false)
  assert.deepEqual((await ends()).slice(0, before.length), before)
  assert.deepEqual(await endAll(), [], "there is nothing to record")
  assert.equal(await isOpen(namesake.browser), true, "the same name at another provider")
})

test("SSO-01 a sign-in that was canceled, repeated, too late or from another browser gives no access", async () => {
  oak.served.people.set("dana", { ...dana, groups: ["harbor-desk"] })
  const denied = await signIn("oak", "nobody")
  assert.deepEqual([denied.status, denied.messageIds], [401, ["provider.denied"]])

  const { browser, back } = await signIn("oak", "dana")
  const body = { provider: "oak", answer: back.search }
  const again = await browser.call(supportHost, finish, body)
  assert.deepEqual([again.status, again.messageIds], [409, ["provider.restart"]])
  const stolen = await app.browser().call(supportHost, finish, body)
  assert.deepEqual(stolen.messageIds, ["provider.restart"])

  const late = app.browser()
  const finishAfter = async (by: Temporal.DurationLike) => {
    const begun = await late.call(supportHost, begin, { provider: "oak" })
    const home = app.origin(supportHost)
    const answer = (await createProviderBrowser().leaveTo(begun.reply.address, home)).search
    app.clock.advance(by)
    return await late.call(supportHost, finish, { provider: "oak", answer })
  }
  const over = await finishAfter({ minutes: 10 })
  assert.deepEqual(over.messageIds, ["provider.restart"])
  const inTime = await finishAfter({ minutes: 9, seconds: 59 })
  assert.equal(inTime.status, 200, inTime.text)
  const unknown = await late.call(supportHost, begin, { provider: "ash" })
  assert.equal(unknown.status, 404)
  assert.equal((await late.call(host, begin, { provider: "oak" })).status, 404)
})

test("SSO-08 neither the log nor the database contains a code, token or secret of a sign-in", async () => {
  oak.served.people.set("dana", { ...dana, groups: ["harbor-desk"] })
  const { back, browser } = await signIn("oak", "dana")
  const secrets = [back.searchParams.get("code"), back.searchParams.get("state"), providerSecret]
  const cookie = browser.cookies.get(supportHost)?.get("provider")
  assert.equal(cookie, undefined, "the cookie is gone")
  for (const secret of secrets) assert.ok(secret && !logged.includes(secret))
  const [row] = await app.database.rows<{ sealed: Buffer }>(
    sql`select refresh_sealed as sealed from appauth.agent_provider where userid = 'oak:dana'`,
  )
  assert.ok(row?.sealed && row.sealed.length > 40)
})

/** Does the work of one minute of the job, in two processes at once. */
async function recheck(path = file.path): Promise<void> {
  const { database, clock } = app
  const audit = testAudit(clock)
  const log = { info() {}, warn() {}, error() {} }
  const providers = openStaffProviders(readStaffProviders(path))
  const staffSignIn = { providers, allowsLocalAccounts: true }
  const accounts = createProviderAccounts({ clock, audit, seal: testSeal })
  const job = providerRecheckJob({ database, clock, audit, log, staffSignIn }, accounts)
  const work = async () => {
    for (const row of await job.claim(100, clock.now())) {
      await job.run(row, AbortSignal.timeout(60_000)).catch((error) => job.backOff?.(row, error))
    }
  }
  await Promise.all([work(), work()])
}

test("of two sign-ins in one browser the newer one works, no matter which tab finishes first", async () => {
  const browser = app.browser()
  const home = app.origin(supportHost)
  const beginAt = async (name: "oak" | "elm", person: string) => {
    const { served } = name === "oak" ? oak : elm
    served.state.next = person
    const begun = await browser.call(supportHost, begin, { provider: name })
    const back = await createProviderBrowser().leaveTo(begun.reply.address, home)
    return { provider: name, answer: back.search }
  }
  oak.served.people.set("dana", { ...dana, groups: ["harbor-desk"] })
  elm.served.people.set("dana", { ...dana, groups: ["wayfarer-desk"] })
  for (const older of ["oak", "elm"] as const) {
    const first = await beginAt(older, "dana")
    const second = await beginAt("oak", "dana")
    const failed = await browser.call(supportHost, finish, first)
    assert.deepEqual([failed.status, failed.messageIds], [409, ["provider.otherTab"]])
    const done = await browser.call(supportHost, finish, second)
    assert.equal(done.status, 200, done.text)
    const again = await browser.call(supportHost, finish, second)
    assert.deepEqual(again.messageIds, ["provider.restart"])
  }
})
