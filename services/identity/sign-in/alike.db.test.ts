import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Endpoints } from "#contracts/endpoints.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { type DirectCalls, startDirectCalls } from "#testing/direct-calls.ts"
import { maria, recoveryOf } from "#testing/recovery.ts"
import { ana, registrationOf } from "#testing/registration.ts"

let app: TestApp
/** Calls of a site without an address, so that no email can be written. */
let unwritable: DirectCalls

before(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: "silent" } })
  await app.database.rows(sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'refused'; end $$`)
  await app.database.rows(sql`create function refused() returns boolean language plpgsql
    as $$ begin raise exception 'refused'; end $$`)
  unwritable = await startDirectCalls(maria.host, "{host} is no address")
})

after(() => Promise.all([app.close(), unwritable.close()]))

/** One call. Each try uses its own browser, so that no try affects the next one. */
type Try = (browser: TestBrowser) => Promise<{ status: number; text: string }>

const login = (change: object): Try => {
  const body = { ...payloadOf(demoPerson("maria.santos")), client: "harbor", ...change }
  return (browser) => browser.call(maria.host, "POST /appauth/login", body)
}

const answered = (username: string, securityAnswer: string): Try => {
  return async (browser) => {
    const { question, answer } = recoveryOf(browser, maria)
    await question({ username })
    return await answer({ username, securityAnswer })
  }
}

const named = (change: object): Try => {
  return (browser) => recoveryOf(browser, maria).forgotUsername({ ...change })
}

const registered = (change: object): Try => {
  return async (browser) => {
    const { number, person } = registrationOf(browser, ana)
    await number()
    return await person({ ...change })
  }
}

const resent = (change: object): Try => {
  const body = { ...payloadOf(demoPerson("maria.santos")), client: "harbor", ...change }
  return (browser) => browser.call(maria.host, "POST /appauth/passcode/resend", body)
}

/** For each call: first the try that finds a person, then the tries that must look the same. */
const tries: Record<string, [Try, ...Try[]]> = {
  "POST /appauth/forgotUsername": [
    named({}),
    named({ emailAddress: "stranger@example.com" }),
    named({ lastName: "Okafor" }),
    named({ certificateNo: "4999999999" }),
  ],
  "POST /appauth/forgotPassword": [
    answered("maria.santos", maria.answer),
    answered("maria.santos", "Lisbon"),
    answered("nobody.at.all", "Lisbon"),
  ],
  "POST /appauth/login": [
    login({}),
    login({ password: "Anchor-2027" }),
    login({ username: "nobody.at.all" }),
  ],
  "POST /appauth/registration/personalInfo": [
    registered({}),
    registered({ email: "stranger@example.com" }),
  ],
  "POST /appauth/passcode/resend": [
    resent({}),
    resent({ password: "Anchor-2027" }),
    resent({ username: "nobody.at.all" }),
  ],
}

/** All differences that a caller can see between two replies, except the request's number. */
async function seen(one: Try) {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  const { status, text } = await one(browser)
  const names = [...(browser.cookies.get(maria.host) ?? new Map()).keys()].toSorted()
  return { status, text: text.replace(/\b[0-9a-f]{10}\b/g, "(number)"), names }
}

async function mailsKept(): Promise<number> {
  const rows = await app.database.rows<{ count: string }>(
    sql`select count(*) as count from mail.outbox`,
  )
  return Number(rows[0]?.count)
}

test("ALIKE-03 if the account system fails, sign-ins and answers fail in the same way for everyone", async (t) => {
  const { database } = app
  await database.rows(sql`alter table policy_admin.person rename to person_kept`)
  await database.rows(
    sql`create view policy_admin.person as select * from policy_admin.person_kept where (select refused())`,
  )
  t.after(async () => {
    await database.rows(sql`drop view policy_admin.person`)
    await database.rows(sql`alter table policy_admin.person_kept rename to person`)
  })
  for (const call of ["POST /appauth/login", "POST /appauth/forgotPassword"]) {
    const [found, ...others] = tries[call] ?? []
    assert.ok(found)
    const first = await seen(found)
    assert.equal(first.status, 500, first.text)
    for (const other of others) assert.deepEqual(await seen(other), first)
  }
})

for (const [call, [found, ...others]] of Object.entries(tries)) {
  test(`ALIKE-01 ${call} fails in the same way for everyone if no email can be stored`, async (t) => {
    await app.database.rows(
      sql`create trigger refuse before insert on mail.outbox execute function refuse()`,
    )
    t.after(() => app.database.rows(sql`drop trigger refuse on mail.outbox`))
    const first = await seen(found)
    assert.equal(first.status, 500, first.text)
    for (const other of others) assert.deepEqual(await seen(other), first)
  })

  test(`ALIKE-01 ${call} stores nothing for a person who was not found`, async () => {
    const before = await mailsKept()
    for (const other of others) await seen(other)
    assert.equal(await mailsKept(), before)
    await seen(found)
    assert.equal(await mailsKept(), before + 1)
  })
}

type Direct = (cookies: Map<never, string>) => Promise<unknown>

async function failureOf(direct: Direct) {
  unwritable.clock.advance({ hours: 2 })
  const cookies = new Map<never, string>()
  const error: unknown = await direct(cookies).catch((thrown: unknown) => thrown)
  return { error: String(error), cookies: [...cookies.keys()].toSorted() }
}

const call = (key: keyof Endpoints, body: object, params?: object): Direct => {
  return (cookies) => unwritable.call(cookies, key, body, params)
}
const oneByOne = (first: Direct, second: Direct): Direct => {
  return async (cookies) => {
    await first(cookies)
    return await second(cookies)
  }
}

const questionKey = "GET /appauth/forgotPassword/userName/{username}/client/{client}"
const wanted = {
  certificateNo: maria.certificateNo,
  firstName: maria.firstName,
  lastName: maria.lastName,
  emailAddress: maria.email,
  client: "harbor",
  hostName: maria.host,
}
const credentials = { ...payloadOf(demoPerson("maria.santos")), client: "harbor" }
const plan = { planNumber: ana.planNumber, client: "harbor" }
const info = {
  ...plan,
  firstName: ana.firstName,
  lastName: ana.lastName,
  email: ana.email,
  destinationType: "email",
  phase: "registration",
  clientName: "",
}
const answer = (username: string, securityAnswer: string) =>
  oneByOne(
    call(questionKey, {}, { username, client: "harbor" }),
    call("POST /appauth/forgotPassword", {
      securityAnswer,
      username,
      hostName: maria.host,
      isCustomerUser: true,
    }),
  )
const personal = (change: object) =>
  oneByOne(
    call("POST /appauth/registration/policyNumber", plan),
    call("POST /appauth/registration/personalInfo", { ...info, ...change }),
  )

const direct: Record<string, [Direct, ...Direct[]]> = {
  "POST /appauth/forgotUsername": [
    call("POST /appauth/forgotUsername", wanted),
    call("POST /appauth/forgotUsername", { ...wanted, emailAddress: "stranger@example.com" }),
    call("POST /appauth/forgotUsername", { ...wanted, certificateNo: "4999999999" }),
  ],
  "POST /appauth/forgotPassword": [
    answer("maria.santos", maria.answer),
    answer("maria.santos", "Lisbon"),
    answer("nobody.at.all", "Lisbon"),
  ],
  "POST /appauth/login": [
    call("POST /appauth/login", credentials),
    call("POST /appauth/login", { ...credentials, password: "Anchor-2027" }),
    call("POST /appauth/login", { ...credentials, username: "nobody.at.all" }),
  ],
  "POST /appauth/registration/personalInfo": [
    personal({}),
    personal({ email: "stranger@example.com" }),
  ],
}

for (const [key, [found, ...others]] of Object.entries(direct)) {
  test(`ALIKE-02 ${key} fails in the same way for everyone if its email cannot be written`, async () => {
    const first = await failureOf(found)
    assert.match(first.error, /Invalid URL/)
    for (const other of others) assert.deepEqual(await failureOf(other), first)
  })
}
