import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { maria as forgetful, recoveryOf } from "#testing/recovery.ts"
import type { Answer } from "#testing/send-http.ts"
import { signInTokenIn } from "#testing/sign-in-link.ts"

const member = { host: "harbor.localhost", person: demoPerson("maria.santos") }
const kim = { ...demoPerson("agent.kim"), client: "support" }
const staff = { host: "support.localhost", person: kim }
const linkSubject = "Do you want to log in to"
const wrong = { password: "Guess-2026" }

let app: TestApp

before(async () => {
  // Each call sets its own client address in the header, as behind a proxy.
  app = await startTestApp({ env: { TRUST_PROXY: "127.0.0.1" } })
})

after(() => app.close())

let addresses = 0

/** A new client address. An attacker can get IPv6 /64s cheaply. */
function newAddress(): string {
  addresses += 1
  return `2001:db8:${(addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`
}

interface Site {
  host: string
  person: ReturnType<typeof demoPerson>
}

async function signIn(
  browser: TestBrowser,
  change: Record<string, unknown> = {},
  { host, person }: Site = member,
  address = newAddress(),
) {
  const body = { ...payloadOf(person), isCustomerUser: host === member.host, ...change }
  const headers = { "x-forwarded-for": address }
  return await browser.call(host, "POST /appauth/login", body, { headers })
}

async function strangersGuess(times: number, change: Record<string, unknown> = {}, site = member) {
  const guess = () => signIn(app.browser(), { ...wrong, ...change }, site)
  const answers = await Promise.all(Array.from({ length: times }, guess))
  return answers.map(({ status }) => status)
}

/** Everything that a caller sees, except values that differ in every call. */
function seen(answer: Answer<unknown>) {
  const { date: _, "x-request-id": __, ...headers } = answer.headers
  const body = JSON.parse(answer.text)
  return { status: answer.status, headers, body: { ...body, requestId: "" } }
}

async function openLink(browser: TestBrowser, token: string, host = member.host) {
  const headers = { "x-forwarded-for": newAddress() }
  return await browser.call(host, "POST /appauth/signInLink", { token }, { headers })
}

/** Moves to a new hour after every email of earlier tests has been sent. */
async function freshHour(): Promise<void> {
  await app.sentEmails()
  app.clock.advance({ hours: 2 })
}

/** The token of the newest unread email with a link to this person. */
async function emailedToken(emailAddress = member.person.emailAddress): Promise<string> {
  return signInTokenIn(await app.readMail(emailAddress, linkSubject))
}

async function linksWritten(): Promise<number> {
  return (await app.database.rows(sql`select 1 from appauth.sign_in_link`)).length
}

test("GUESS-02 from a hundred addresses, 20 passwords of one account are compared in an hour", async () => {
  await freshHour()
  const compared = async () => {
    const failed = sql`select 1 from audit.entry where content::jsonb ->> 'action' = 'signIn.failed'`
    return (await app.database.rows(failed)).length
  }
  const before = await compared()
  // The server processes few of these calls at once, and each refusal takes 200 ms.
  const guesses = Array.from({ length: 100 }, () => newAddress())
  const statuses: number[] = []
  const guess = async () => {
    for (let address = guesses.pop(); address; address = guesses.pop()) {
      statuses.push((await signIn(app.browser(), wrong, member, address)).status)
      app.clock.advance({ seconds: 30 })
    }
  }
  await Promise.all(Array.from({ length: 64 }, guess))
  assert.equal(statuses.filter((status) => status === 401).length, 20)
  assert.equal(statuses.filter((status) => status === 429).length, 80)
  assert.equal(await compared(), before + 20, "a wrong password is in the audit log")
  const right = await signIn(app.browser())
  assert.deepEqual([right.status, ...right.messageIds], [429, "signIn.linkSent"])
})

test("GUESS-02 of 64 parallel passwords, 20 are compared", async () => {
  await freshHour()
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => signIn(app.browser(), { ...wrong, username: "lots" })),
  )
  assert.equal(answers.filter(({ status }) => status === 401).length, 20)
})

for (const [who, site] of [
  ["a customer", member],
  ["staff", staff],
] as const) {
  const { username } = site.person

  test(`GUESS-03 ${who}: every name and password gets the same reply, whether or not it exists`, async () => {
    await freshHour()
    await strangersGuess(20, {}, site)
    await strangersGuess(20, { username: "nobody" }, site)
    const answers = [
      await signIn(app.browser(), {}, site),
      await signIn(app.browser(), wrong, site),
      await signIn(app.browser(), { username: "nobody" }, site),
      await signIn(app.browser(), { username: ` ${username.toUpperCase()} ` }, site),
      await signIn(app.browser(), { ...wrong, username: "nobody" }, site),
    ].map(seen)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]?.status, 429)
    assert.equal(answers[0]?.headers["set-cookie"], undefined)
    assert.equal(answers[0]?.headers["retry-after"], "3600")
  })

  test(`GUESS-04 ${who}: the browser that opens the emailed link can log in during the attack`, async () => {
    await freshHour()
    const { emailAddress } = site.person
    const own = app.browser()
    await strangersGuess(21, {}, site)
    const token = await emailedToken(emailAddress)
    assert.equal((await signIn(own, {}, site)).status, 429)
    const entries = await auditLog(app.database, site.person.client ?? "")
    const entry = entries.findLast(({ action }) => action === "signIn.linkSent")
    assert.match(entry?.subjectUserid ?? "", new RegExp(username.replace("agent.", "")))
    assert.equal((await openLink(own, token, site.host)).status, 200)
    assert.deepEqual(await strangersGuess(5, {}, site), Array(5).fill(429))
    assert.equal((await signIn(own, wrong, site)).status, 401, "the password is still needed")
    assert.equal((await signIn(own, {}, site)).status, 200)
    if (site === member) await app.readCode(emailAddress)
    assert.equal((await signIn(app.browser(), {}, site)).status, 429, "no other browser is let in")
  })

  test(`GUESS-05 ${who}: other browsers never block a browser in which the person has signed in before`, async () => {
    await freshHour()
    const usual = app.browser()
    await usual.signIn(site.host, username)
    app.clock.advance({ hours: 2 })
    await strangersGuess(25, {}, site)
    assert.equal((await signIn(usual, {}, site)).status, 200)
    if (site === member) await app.readCode(site.person.emailAddress)
  })
}

test("GUESS-05 a known browser that used up its own tries gets a link, too", async () => {
  await freshHour()
  const usual = app.browser()
  await usual.signIn(member.host, "maria.santos")
  app.clock.advance({ hours: 2 })
  for (let n = 0; n < 20; n += 1) assert.equal((await signIn(usual, wrong)).status, 401)
  assert.equal((await signIn(usual)).status, 429)
  const token = await emailedToken()
  await openLink(usual, token)
  assert.equal((await signIn(usual)).status, 200)
  await app.readCode(member.person.emailAddress)
})

test("GUESS-04 a browser whose password was right before the attack can request another code", async () => {
  await freshHour()
  const own = app.browser()
  assert.equal((await signIn(own)).status, 200)
  await app.readCode(member.person.emailAddress)
  await strangersGuess(20)
  app.clock.advance({ minutes: 1 })
  const again = await own.call(
    member.host,
    "POST /appauth/passcode/resend",
    payloadOf(member.person),
  )
  assert.equal(again.reply.status, "SUCCESS")
  await app.readCode(member.person.emailAddress)
})

test("GUESS-05 a browser whose password was right has its own count until its attempt ends", async () => {
  await freshHour()
  const [inTime, late, ended] = [app.browser(), app.browser(), app.browser()]
  for (const browser of [inTime, late, ended]) {
    assert.equal((await signIn(browser)).status, 200)
    await app.readCode(member.person.emailAddress)
  }
  for (let n = 0; n < 5; n += 1) {
    const body = { ...payloadOf(member.person), passCode: "abcdef" }
    await ended.call(member.host, "POST /appauth/passcode/verification", body)
  }
  app.clock.advance({ minutes: 39, seconds: 59 })
  await strangersGuess(20)
  assert.equal((await signIn(ended)).status, 429)
  assert.equal((await signIn(inTime)).status, 200)
  await app.readCode(member.person.emailAddress)
  app.clock.advance({ seconds: 1 })
  assert.equal((await signIn(late)).status, 429)
})

test("GUESS-04 a person gets one link in ten minutes, which works once, for 30 minutes, at its client", async () => {
  await freshHour()
  const before = await linksWritten()
  await strangersGuess(30)
  assert.equal(await linksWritten(), before + 1)
  const first = await emailedToken()
  app.clock.advance({ minutes: 9, seconds: 59 })
  await strangersGuess(1)
  assert.equal(await linksWritten(), before + 1)
  app.clock.advance({ seconds: 1 })
  await strangersGuess(5)
  assert.equal(await linksWritten(), before + 2)
  const second = await emailedToken()
  assert.notEqual(first, second)

  const elsewhere = await openLink(app.browser(), first, "wayfarer.localhost")
  assert.deepEqual([elsewhere.status, ...elsewhere.messageIds], [404, "signIn.link"])
  const page = await app.browser().get(member.host, "/log-in-link")
  assert.equal(page.status, 200, "a scanner that opens the page uses nothing up")
  const opened = await Promise.all(Array.from({ length: 16 }, () => openLink(app.browser(), first)))
  assert.deepEqual(opened.map(({ status }) => status).sort(), [200, ...Array(15).fill(404)])
  await strangersGuess(1)
  app.clock.advance({ minutes: 29, seconds: 59 })
  await strangersGuess(1)
  const third = await emailedToken()
  app.clock.advance({ seconds: 1 })
  assert.equal((await openLink(app.browser(), second)).status, 404)
  app.clock.advance({ minutes: 29, seconds: 58 })
  assert.equal((await openLink(app.browser(), third)).status, 200)
})

test("GUESS-04 the browser that opens a link can try 20 passwords of that person only, for an hour", async () => {
  await freshHour()
  await strangersGuess(21)
  const own = app.browser()
  await openLink(own, await emailedToken())
  const cookie = own.cookies.get(member.host)?.get("sign-in-link") ?? ""
  assert.match(cookie, /^[\w-]{43}$/)
  await strangersGuess(20, { username: "james.okafor" })
  assert.equal((await signIn(own, { username: "james.okafor" })).status, 429)
  for (let n = 0; n < 20; n += 1) assert.equal((await signIn(own, wrong)).status, 401)
  assert.equal((await signIn(own)).status, 429)
  app.clock.advance({ minutes: 61 })
  await strangersGuess(20)
  assert.equal((await signIn(own)).status, 429, "the browser is a stranger again")
  const [row] = await app.database.rows<{ all: string }>(
    sql`select string_agg(t::text, ' ') as all from appauth.sign_in_link t`,
  )
  assert.ok(row?.all && !row.all.includes(cookie))
})

test("GUESS-02 tries count in a sliding hour: the start of a clock hour frees none", async () => {
  await freshHour()
  const now = app.clock.now().getTime()
  app.clock.advance({ seconds: (3_600_000 - (now % 3_600_000)) / 1000 - 60 })
  assert.deepEqual(await strangersGuess(20), Array(20).fill(401))
  app.clock.advance({ minutes: 2 })
  assert.deepEqual(await strangersGuess(2), [429, 429])
  app.clock.advance({ minutes: 58 })
  assert.deepEqual(await strangersGuess(1), [401])
})

test("GUESS-06 five answers an hour are compared, then every name gets the same reply, and a link is sent", async () => {
  await freshHour()
  const seenOf = async (username: string, securityAnswer: string) => {
    const { question, answer } = recoveryOf(app.browser(), forgetful)
    await question({ username })
    return seen(await answer({ username, securityAnswer }))
  }
  for (const username of ["maria.santos", "nobody"]) {
    const five = Array.from({ length: 5 }, () => seenOf(username, "Lisbon"))
    for (const { status } of await Promise.all(five)) assert.equal(status, 200)
    app.clock.advance({ minutes: 11 })
  }
  const answers = [
    await seenOf("maria.santos", forgetful.answer),
    await seenOf("maria.santos", "Lisbon"),
    await seenOf("nobody", "Lisbon"),
  ]
  app.clock.advance({ minutes: 11 })
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.equal(answers[0]?.status, 429)
  assert.equal(answers[0]?.headers["retry-after"], "3600")

  await emailedToken()
  const own = app.browser()
  const { question, answer } = recoveryOf(own, forgetful)
  await question()
  const refused = await answer()
  assert.deepEqual([refused.status, ...refused.messageIds], [429, "forgotPassword.linkSent"])
  await openLink(own, await emailedToken())
  assert.equal((await answer()).status, 200, "the question still waits for its answer")
  await app.readMail(member.person.emailAddress, "Reset your Harbor Mutual password")
})

test("GUESS-07 strangers cannot use up the emails of a forgotten username", async () => {
  await freshHour()
  const from = () => ({ headers: { "x-forwarded-for": newAddress() } })
  const ask = (change: Record<string, unknown> = {}) => {
    const { certificateNo, firstName, lastName, email, client, host } = forgetful
    const body = { certificateNo, firstName, lastName, emailAddress: email, client, hostName: host }
    return app.browser().call(host, "POST /appauth/forgotUsername", { ...body, ...change }, from())
  }
  const written = async () => (await app.database.rows(sql`select 1 from mail.outbox`)).length
  const before = await written()
  const strangers = Array.from({ length: 10 }, () => ask({ emailAddress: "x@example.com" }))
  for (const { status } of await Promise.all(strangers)) assert.equal(status, 200)
  assert.equal(await written(), before)
  const right = await ask()
  assert.equal(await written(), before + 1, "the right person gets their email")
  const again = await ask()
  assert.equal(await written(), before + 1, "one email in ten minutes")
  assert.deepEqual(again.reply, right.reply)
  app.clock.advance({ minutes: 9, seconds: 59 })
  await ask()
  assert.equal(await written(), before + 1)
  app.clock.advance({ seconds: 1 })
  await ask()
  assert.equal(await written(), before + 2)
})

test("LIMIT-01 an IPv6 /64 is one caller, and the neighboring /64 is another one", async () => {
  await freshHour()
  const status = async (address: string, n: number) =>
    (await signIn(app.browser(), { username: `guess${n}` }, member, address)).status
  for (let n = 0; n < 30; n += 1) {
    assert.equal(await status(`2001:db8:ffff:1:${n.toString(16)}::7`, n), 401)
  }
  assert.equal(await status("2001:db8:ffff:1:abcd::9", 30), 429)
  assert.equal(await status("2001:db8:ffff:2::9", 31), 401)
})
