import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { type Forgetful, maria, recoveryOf, ticketIn, tom } from "#testing/recovery.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Moves to a new hour and reads a ticket from the email. */
async function ticketOf(who: Forgetful = maria) {
  app.clock.advance({ hours: 2 })
  return await anotherTicket(who)
}

async function anotherTicket(who: Forgetful = maria) {
  const browser = app.browser()
  const { question, answer, check, reset } = recoveryOf(browser, who)
  await question()
  await answer()
  const ticket = ticketIn(await app.readMail(who.email, "Reset your"))
  return { browser, ticket, check, reset }
}

interface Answer {
  status: number
  messageIds: string[]
}

function refused({ status, messageIds }: Answer, expected: number, messageId: string) {
  assert.deepEqual([status, ...messageIds], [expected, messageId])
}

async function signIn(password: string): Promise<number> {
  const payload = payloadOf({
    username: maria.username,
    password,
    emailAddress: maria.email,
    client: maria.client,
  })
  return (await app.browser().call(maria.host, "POST /appauth/login", payload)).status
}

test("RECOVER-08 a ticket sets the password, signs in, and sends an email", async () => {
  const { browser, ticket, reset } = await ticketOf()
  const { reply } = await reset(ticket)
  assert.equal(reply.userid, "maria.santos_harbor")
  assert.equal(reply.messages[0]?.messageId, "resetPassword.done")
  browser.tokens.set(maria.host, reply.access_token)
  const extended = await browser.call(maria.host, "POST /appauth/session/extend", {})
  assert.equal(extended.status, 200)
  await app.readMail(maria.email, "Your Harbor Mutual password was changed")
  assert.equal(await signIn("Lantern-2027"), 200)
  await app.readCode(maria.email)
  assert.equal(await signIn("Anchor-2026"), 401)
})

test("RECOVER-08 every session and open sign-in of the person ends", async () => {
  const first = await ticketOf()
  await first.reset(first.ticket, { password: "Anchor-2026" })
  const [signedIn, awaitingCode] = [app.browser(), app.browser()]
  await signedIn.signIn(maria.host, maria.username)
  const payload = payloadOf({
    username: maria.username,
    password: "Anchor-2026",
    emailAddress: maria.email,
    client: maria.client,
  })
  await awaitingCode.call(maria.host, "POST /appauth/login", payload)
  const passCode = await app.readCode(maria.email)

  const second = await anotherTicket()
  assert.equal((await second.reset(second.ticket)).status, 200)

  const session = await signedIn.call(maria.host, "POST /appauth/session/extend", {})
  assert.equal(session.status, 401)
  const key = "POST /appauth/passcode/verification"
  const { reply } = await awaitingCode.call(maria.host, key, { ...payload, passCode })
  assert.equal(reply.access_token, undefined)
})

test("RECOVER-09 a ticket works once: of 16 parallel tries one gets a session", async () => {
  const { ticket, reset } = await ticketOf()
  const answers = await Promise.all(Array.from({ length: 16 }, () => reset(ticket)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers) {
    if (answer.status !== 200) refused(answer, 404, "resetPassword.ticket")
  }
})

test("RECOVER-09 a reset invalidates the person's other tickets, also in parallel", async () => {
  const one = await ticketOf()
  const other = await anotherTicket()
  const third = await anotherTicket()
  const answers = await Promise.all([one.reset(one.ticket), other.reset(other.ticket)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  refused(await third.reset(third.ticket), 404, "resetPassword.ticket")
})

test("RECOVER-08 RECOVER-09 a reset does not affect the tickets and sessions of other people", async () => {
  const email = demoPerson("siobhan.obrien").emailAddress
  const siobhan = { ...maria, username: "siobhan.obrien", answer: "Saint Mary's", email }
  const other = await ticketOf(siobhan)
  const one = await anotherTicket()
  const signedIn = app.browser()
  await signedIn.signIn(maria.host, siobhan.username)
  const waiting = app.browser()
  const payload = payloadOf(demoPerson("siobhan.obrien"))
  await waiting.call(maria.host, "POST /appauth/login", payload)
  const passCode = await app.readCode(email)
  assert.equal((await one.reset(one.ticket)).status, 200)
  const key = "POST /appauth/passcode/verification"
  const { reply } = await waiting.call(maria.host, key, { ...payload, passCode })
  assert.equal(reply.status, "SUCCESS")
  const session = await signedIn.call(maria.host, "POST /appauth/session/extend", {})
  assert.equal(session.status, 200)
  assert.equal((await other.reset(other.ticket)).status, 200)
})

test("RECOVER-09 a ticket is valid for 30 minutes, and checking it does not use it up", async () => {
  const { ticket, reset, check } = await ticketOf()
  const { reply } = await check(ticket)
  assert.deepEqual([reply.client, reply.username], ["harbor", "maria.santos"])
  refused(await check("not-a-ticket"), 404, "resetPassword.ticket")
  app.clock.advance({ minutes: 29, seconds: 59 })
  assert.equal((await check(ticket)).status, 200)
  const inTime = await anotherTicket()
  app.clock.advance({ seconds: 1 })
  refused(await check(ticket), 404, "resetPassword.ticket")
  refused(await reset(ticket), 404, "resetPassword.ticket")
  app.clock.advance({ minutes: 29, seconds: 58 })
  assert.equal((await inTime.reset(inTime.ticket)).status, 200)
})

test("RECOVER-09 RECOVER-10 a ticket is valid only for its client, and trying it elsewhere does not use it up", async () => {
  const { ticket, check, reset } = await ticketOf(tom)
  assert.equal((await check(ticket)).reply.client, "electricians")
  refused(await reset(ticket, { client: "steelworkers" }), 422, "resetPassword.union")
  refused(await reset(ticket, { client: "trades" }), 422, "signIn.union")
  refused(await reset(ticket, { client: "harbor" }), 403, "request.clientMismatch")
  const elsewhere = recoveryOf(app.browser(), maria)
  refused(await elsewhere.check(ticket), 404, "resetPassword.ticket")
  refused(await elsewhere.reset(ticket), 404, "resetPassword.ticket")
  refused(await reset("not-a-ticket"), 404, "resetPassword.ticket")
  const { reply } = await reset(ticket)
  assert.equal(reply.userid, "tom.reilly_electricians")
})

test("RECOVER-07 a password that breaks a rule is refused, and the ticket stays valid", async () => {
  const { ticket, reset } = await ticketOf()
  for (const password of ["", "Anch-26", "anchor-2026", "ANCHOR-2026", "Anchor-twenty"]) {
    refused(await reset(ticket, { password }), 422, "password.weak")
  }
  assert.equal((await reset(ticket)).status, 200)
})

test("SECRET-40 a password that is easy to guess is refused, and the ticket stays valid", async () => {
  const { ticket, reset } = await ticketOf()
  for (const password of ["Password1", "Harbor2026", "Santos1960", "Maria.Santos1"]) {
    refused(await reset(ticket, { password }), 422, "password.guessable")
  }
  assert.equal((await reset(ticket)).status, 200)
})

test("tickets and questions are not readable in the database", async () => {
  const { browser, ticket } = await ticketOf()
  const { question } = recoveryOf(browser, maria)
  await question()
  const secrets = [ticket, ...(browser.cookies.get(maria.host)?.values() ?? [])]
  const [row] = await app.database.rows<{ all: string }>(
    sql`select (select coalesce(string_agg(t::text, ' '), '') from appauth.reset_ticket t)
      || (select coalesce(string_agg(t::text, ' '), '') from appauth.password_recovery t) as all`,
  )
  assert.ok(secrets.length >= 2)
  for (const secret of secrets) assert.ok(!row?.all.includes(secret))
})
