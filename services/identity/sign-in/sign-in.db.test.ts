import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"

const host = "harbor.localhost"
const maria = demoPerson("maria.santos")
const mariasMail = maria.emailAddress

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Moves to a new hour for each test, so that rate limits of earlier tests do not apply. */
function later() {
  app.clock.advance({ hours: 2 })
}

type Who = Partial<ReturnType<typeof payloadOf>>

async function signIn(browser: TestBrowser, who: Who = {}) {
  return await browser.call(host, "POST /appauth/login", { ...payloadOf(maria), ...who })
}

async function verify(browser: TestBrowser, passCode: string, who: Who = {}) {
  const payload = { ...payloadOf(maria), ...who, passCode }
  return await browser.call(host, "POST /appauth/passcode/verification", payload)
}

async function resend(browser: TestBrowser, who: Who = {}) {
  const payload = { ...payloadOf(maria), ...who }
  return await browser.call(host, "POST /appauth/passcode/resend", payload)
}

async function started(): Promise<[TestBrowser, string]> {
  later()
  const browser = app.browser()
  assert.equal((await signIn(browser)).status, 200)
  return [browser, await app.readCode(mariasMail)]
}

function otherThan(code: string): string {
  return code === "000000" ? "000001" : "000000"
}

test("LOGIN-12 the right password sends six digits to the address on file, which the reply masks", async () => {
  later()
  const { reply } = await signIn(app.browser())
  assert.equal(reply.data.email, "m•••••@example.com")
  assert.deepEqual(reply.data.messages[0]?.messageId, "signIn.codeSent")
  const mail = await app.readMail(mariasMail, "one-time code")
  assert.match(mail.text, /\b\d{6}\b/)
  assert.doesNotMatch(mail.subject, /\d{6}/)
})

test("LOGIN-04 the correct code signs in", async () => {
  const [browser, code] = await started()
  const { reply } = await verify(browser, code)
  assert.equal(reply.status, "SUCCESS")
  assert.equal(reply.userid, "maria.santos_harbor")
  assert.equal(reply.firstName, "Maria")
})

test("LOGIN-16 a code with spaces, as copied from an email, or in other digits is accepted", async () => {
  const inDigitsFrom = (zero: number) => (code: string) =>
    code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  for (const typed of [
    (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
    (code: string) => `${code.slice(0, 3)}\u2013${code.slice(3)}\u200e`,
    inDigitsFrom(0x660),
    inDigitsFrom(0x966),
    inDigitsFrom(0xff10),
  ]) {
    const [browser, code] = await started()
    const { reply } = await verify(browser, typed(code))
    assert.equal(reply.status, "SUCCESS", typed(code))
  }
})

test("LOGIN-04 capitals and spaces that a keyboard adds to a username are ignored", async () => {
  for (const username of [
    " Maria.Santos ",
    "maria. santos",
    "maria.santos\u200b",
    "Maria\u00a0.Santos",
  ]) {
    later()
    assert.equal((await signIn(app.browser(), { username })).status, 200, username)
    await app.readCode(mariasMail)
  }
})

const strangers: [string, Who][] = [
  ["a wrong password", { password: "Anchor-2027" }],
  ["an unknown username", { username: "nobody" }],
  ["another brand's person", { username: "lena.fischer" }],
  // Some databases treat it as an i; for the rate limit it would be another name.
  ["a look-alike letter", { username: "mar\u0130a.santos" }],
  ["a letter of another script", { username: "m\u0430ria.santos" }],
]

for (const [name, who] of strangers) {
  test(`${name} is refused with the same message, and no email is sent`, async () => {
    later()
    const before = await app.sentEmails()
    const answer = await signIn(app.browser(), who)
    assert.equal(answer.status, 401)
    assert.deepEqual(answer.messageIds, ["signIn.credentials"])
    assert.deepEqual(await app.sentEmails(), before)
  })
}

test("another client in the body than the host's is refused", async () => {
  later()
  const answer = await signIn(app.browser(), { client: "wayfarer", username: "lena.fischer" })
  assert.equal(answer.status, 403)
  assert.deepEqual(answer.messageIds, ["request.clientMismatch"])
})

test("LOGIN-05 LOGIN-06 after five wrong codes even the correct code is refused", async () => {
  const [browser, code] = await started()
  for (const left of ["4 tries", "3 tries", "2 tries", "1 try"]) {
    const { reply } = await verify(browser, otherThan(code))
    assert.equal(reply.status, "ERROR")
    assert.equal(
      reply.statusMessage,
      `That code is not correct. Please check the newest email. You have ${left} left.`,
    )
    assert.equal(reply.disableVerifyPassCode, undefined)
  }
  const fifth = await verify(browser, otherThan(code))
  assert.equal(fifth.reply.disableVerifyPassCode, true)
  assert.equal(fifth.reply.passCodeCoolDownPeriod, 60)
  const right = await verify(browser, code)
  assert.equal(right.reply.status, "ERROR")
  assert.equal(right.reply.access_token, undefined)
})

test("after five wrong codes another one can be requested when the cool-down is over", async () => {
  const [browser, code] = await started()
  for (let n = 0; n < 5; n += 1) await verify(browser, otherThan(code))
  const early = await resend(browser)
  assert.equal(early.reply.status, "ERROR")
  assert.equal(early.reply.passCodeCoolDownPeriod, 60)
  app.clock.advance({ seconds: 60 })
  assert.equal((await resend(browser)).reply.status, "SUCCESS")
  assert.equal((await verify(browser, await app.readCode(mariasMail))).reply.status, "SUCCESS")
})

test("LOGIN-17 a browser without cookies gets a message to allow them, whether or not the person exists", async () => {
  const [browser, code] = await started()
  browser.cookies.clear()
  const { reply } = await verify(browser, code)
  assert.deepEqual([reply.status, reply.passCodeCoolDownPeriod], ["ERROR", 0])
  assert.match(
    reply.statusMessage,
    /not requested a code.* allow cookies for this site, or call us/,
  )
  const unknown = await verify(browser, code, { username: "nobody" })
  assert.deepEqual(unknown.reply, reply)
})

test("LOGIN-05 another code can be sent after 60 seconds, and the earlier one stays valid", async () => {
  const [browser, first] = await started()
  app.clock.advance({ seconds: 20 })
  const early = await resend(browser)
  assert.equal(early.reply.status, "ERROR")
  assert.equal(early.reply.passCodeCoolDownPeriod, 40)
  assert.deepEqual(early.reply.messages, [])
  app.clock.advance({ seconds: 39 })
  assert.equal((await resend(browser)).reply.passCodeCoolDownPeriod, 1)
  app.clock.advance({ seconds: 1 })
  const { reply } = await resend(browser)
  assert.equal(reply.status, "SUCCESS")
  const sent = "We have sent a one-time code to m•••••@example.com."
  assert.deepEqual(
    reply.messages.flatMap(({ content }) => content),
    [sent],
  )
  await app.readCode(mariasMail)
  assert.equal((await verify(browser, first)).reply.status, "SUCCESS")
})

test("LOGIN-13 logging in again within the cool-down sends no code, and the earlier one works", async () => {
  const [browser, code] = await started()
  app.clock.advance({ seconds: 20 })
  const { reply } = await signIn(browser)
  assert.equal(reply.passCodeCoolDownPeriod, 40)
  assert.equal(reply.disableVerifyPassCode, undefined)
  assert.equal(reply.data.messages[0]?.messageId, "signIn.codeSentBefore")
  const elsewhere = await signIn(app.browser())
  assert.equal(elsewhere.reply.data.messages[0]?.messageId, "signIn.codeSent", "no one locks out")
  await app.readCode(mariasMail)
  app.clock.advance({ seconds: 40 })
  assert.equal((await signIn(browser)).reply.data.messages[0]?.messageId, "signIn.codeSent")
  assert.notEqual(await app.readCode(mariasMail), code)
  assert.equal((await verify(browser, code)).reply.status, "SUCCESS")
})

test("LOGIN-13 LOGIN-15 logging in again gives no new tries before the cool-down is over", async () => {
  const [browser, code] = await started()
  for (let n = 0; n < 5; n += 1) await verify(browser, otherThan(code))
  const { reply } = await signIn(browser)
  assert.equal(reply.passCodeCoolDownPeriod, 60)
  assert.equal(reply.disableVerifyPassCode, true)
  assert.equal(reply.data.messages[0]?.messageId, "passcode.attemptEnded")
  app.clock.advance({ seconds: 60 })
  const again = await resend(browser)
  assert.match(again.reply.statusMessage, /^We have sent a new code. Codes from earlier emails no/)
  assert.equal((await verify(browser, await app.readCode(mariasMail))).reply.status, "SUCCESS")
})

test("LOGIN-14 after a reload, the browser that sent the password continues without it", async () => {
  const [browser, code] = await started()
  const who = { username: maria.username, client: "harbor" }
  const waiting = (at: TestBrowser) => at.call(host, "POST /appauth/passcode/waiting", who)
  const closed = { isOpen: false, messages: [], passCodeCoolDownPeriod: 0 }
  assert.deepEqual((await waiting(app.browser())).reply, closed)
  app.clock.advance({ seconds: 15 })
  const { reply } = await waiting(browser)
  assert.deepEqual([reply.isOpen, reply.passCodeCoolDownPeriod], [true, 45])
  assert.match(reply.messages[0]?.content[0] ?? "", /m•••••@example\.com/)

  app.clock.advance({ seconds: 45 })
  assert.equal((await resend(browser, { password: "" })).reply.status, "SUCCESS")
  await app.readCode(mariasMail)
  assert.equal((await verify(browser, code, { password: "" })).reply.status, "SUCCESS")
  assert.deepEqual((await waiting(browser)).reply, closed)
  assert.deepEqual((await resend(browser, { password: "" })).messageIds, ["signIn.restart"])
})

test("LOGIN-14 codes can be requested without the password for 30 minutes, and each is valid for ten", async () => {
  const [browser] = await started()
  const other = app.browser()
  assert.equal((await signIn(other)).status, 200)
  await app.readCode(mariasMail)
  app.clock.advance({ minutes: 30 })
  assert.equal((await resend(browser, { password: "" })).reply.status, "SUCCESS")
  const code = await app.readCode(mariasMail)
  app.clock.advance({ seconds: 1 })
  assert.deepEqual((await resend(other, { password: "" })).messageIds, ["signIn.restart"])
  app.clock.advance({ minutes: 9 })
  assert.deepEqual((await resend(browser, { password: "" })).messageIds, ["signIn.restart"])
  assert.equal((await verify(browser, code)).reply.status, "SUCCESS")
})

test("LOGIN-14 only the browser that sent the password learns that the address was removed", async () => {
  const [browser] = await started()
  const write = (address: string) =>
    app.database.rows(
      sql`update policy_admin.person set email_address = ${address}
        where client = 'harbor' and account_number = ${maria.accountNumber}`,
    )
  await write("")
  try {
    const elsewhere = await resend(app.browser(), { password: "" })
    assert.deepEqual(elsewhere.messageIds, ["signIn.restart"])
    const here = await resend(browser, { password: "" })
    assert.deepEqual(here.messageIds, ["signIn.noAddress"])
  } finally {
    await write(mariasMail)
  }
})

test("a resend without the right password is refused", async () => {
  const [browser] = await started()
  app.clock.advance({ minutes: 2 })
  const answer = await resend(browser, { password: "wrong" })
  assert.equal(answer.status, 401)
})

test("a code is valid for ten minutes, and a later try gets a message that it expired", async () => {
  const [browser, code] = await started()
  app.clock.advance({ minutes: 10 })
  const { reply } = await verify(browser, code)
  assert.equal(reply.statusMessage, "That code has expired. Please request another code.")
})

test("a code is valid only in the browser that sent the password, and for that person", async () => {
  const [browser, code] = await started()
  const elsewhere = await verify(app.browser(), code)
  assert.equal(elsewhere.reply.disableVerifyPassCode, true)
  const asJames = await verify(browser, code, { username: "james.okafor" })
  assert.equal(asJames.reply.status, "ERROR")
  assert.equal((await verify(browser, code)).reply.status, "SUCCESS")
})

test("one of 16 parallel calls with the same code gets a session", async () => {
  const [browser, code] = await started()
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(browser, code)))
  const signedIn = answers.filter(({ reply }) => reply.status === "SUCCESS")
  assert.equal(signedIn.length, 1)
  const rows = await app.database.rows(
    sql`select 1 from appauth.session where created_at = ${app.clock.now()}`,
  )
  assert.equal(rows.length, 1)
})

test("a correct code ends its attempt: another code and a copy of the cookie give no access", async () => {
  const [browser, first] = await started()
  app.clock.advance({ seconds: 60 })
  await resend(browser)
  const second = await app.readCode(mariasMail)
  const thief = app.browser()
  thief.cookies.set(host, new Map(browser.cookies.get(host)))
  assert.equal((await verify(browser, first)).reply.status, "SUCCESS")
  assert.equal((await verify(thief, second)).reply.status, "ERROR")
})

test("parallel wrong codes cannot share a try", async () => {
  const [browser, code] = await started()
  const wrong = otherThan(code)
  await Promise.all(Array.from({ length: 16 }, () => verify(browser, wrong)))
  const [attempt] = await app.database.rows<{ tries: number; ended: boolean }>(
    sql`select tries, ended_at is not null as ended from appauth.code_attempt
      order by created_at desc limit 1`,
  )
  assert.deepEqual(attempt, { tries: 5, ended: true })
})

test("parallel resends send one code", async () => {
  const [browser] = await started()
  app.clock.advance({ seconds: 60 })
  const answers = await Promise.all(Array.from({ length: 5 }, () => resend(browser)))
  assert.equal(answers.filter(({ reply }) => reply.status === "SUCCESS").length, 1)
  await app.readCode(mariasMail)
})

test("a mailbox cannot be flooded: it gets ten codes an hour", async () => {
  later()
  for (let n = 0; n < 10; n += 1) {
    assert.equal((await signIn(app.browser())).status, 200)
    await app.readCode(mariasMail)
  }
  const answer = await signIn(app.browser())
  assert.deepEqual([answer.status, ...answer.messageIds], [429, "passcode.tooManyCodes"])
  assert.ok(Number(answer.headers["retry-after"]) > 0)
  app.clock.advance({ minutes: 59, seconds: 59 })
  assert.equal((await signIn(app.browser())).status, 429)
  app.clock.advance({ seconds: 1 })
  assert.equal((await signIn(app.browser())).status, 200)
  await app.readCode(mariasMail)
})

test("the data of a sign-in is not readable in the database", async () => {
  const [browser, code] = await started()
  const { reply } = await verify(browser, code)
  const secrets = [code, reply.access_token ?? "", maria.password]
  for (const cookie of browser.cookies.get(host)?.values() ?? []) secrets.push(cookie)
  const tables = await app.database.rows<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const [row] = await app.database.rows<{ all: string }>({
      name: "",
      text: `select coalesce(string_agg(t::text, ' '), '') as all from ${name} t`,
      values: [],
    })
    for (const secret of secrets) {
      assert.ok(secret.length >= 6)
      assert.ok(!new RegExp(`\\b${secret}\\b`).test(row?.all ?? ""), `${name} holds a secret`)
    }
  }
})

test("the number of calls from one address is limited", async () => {
  later()
  const browser = app.browser()
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) {
    statuses.push((await signIn(browser, { username: `nobody${n}` })).status)
  }
  assert.deepEqual(statuses.slice(0, 30), Array(30).fill(401))
  assert.equal(statuses[30], 429)
})
