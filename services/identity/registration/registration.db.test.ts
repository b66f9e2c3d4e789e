import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { filled } from "#contracts/placeholders.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import {
  ana,
  newPassword,
  type Registrant,
  registrationOf,
  sam,
  walter,
} from "#testing/registration.ts"
import { findRegistrationOf } from "./registered-users.store.ts"
import { endMovedRegistration } from "./registered-users.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Starts in a new hour in which this person is not registered. */
async function begun(who: Registrant = ana) {
  app.clock.advance({ hours: 2 })
  const { client, accountNumber } = who
  await app.database.rows(
    sql`delete from appauth.user_account
      where client = ${client} and account_number = ${accountNumber} and not reactivate`,
  )
  const browser = app.browser()
  return { browser, ...registrationOf(browser, who) }
}

async function verified(who: Registrant = ana) {
  const steps = await begun(who)
  assert.equal((await steps.number()).status, 200)
  assert.equal((await steps.person()).status, 200)
  const { reply } = await steps.verify(await app.readCode(who.email))
  assert.equal(reply.verified, true)
  return { ...steps, messages: reply.messages }
}

test("REGISTER-08 a person with one name enters it in either field and a period in the other one", async () => {
  const rename = async (first: string, last: string) => {
    await app.database.rows(
      sql`update policy_admin.person set first_name = ${first}, last_name = ${last}
        where client = ${ana.client} and account_number = ${ana.accountNumber}`,
    )
  }
  for (const [first, last] of [
    ["Suharto", ""],
    ["Suharto", "."],
  ] as const) {
    await rename(first, last)
    for (const [firstName, lastName] of [
      ["suharto", "."],
      [".", "Suharto"],
    ]) {
      const { number, person } = await begun()
      await number()
      const { status, reply } = await person({ firstName, lastName })
      assert.deepEqual([status, reply.insproAccountNumbers], [200, [ana.accountNumber]])
      await app.readCode(ana.email)
    }
    const { number, person } = await begun()
    await number()
    const { messageIds } = await person({ firstName: ".", lastName: "." })
    assert.deepEqual(messageIds, ["registration.person"])
  }
  await rename(ana.firstName, ana.lastName)
})

async function usersOf({ client, accountNumber }: Registrant) {
  return await app.database.rows<{ userid: string; username: string }>(
    sql`select userid, username from appauth.user_account
      where client = ${client} and account_number = ${accountNumber}`,
  )
}

const ifOnFile =
  "If the address you entered is the one on file, we have emailed you a new code or next steps."

async function mailsWritten(): Promise<number> {
  const [row] = await app.database.rows<{ count: number }>(
    sql`select count(*)::int as count from mail.outbox`,
  )
  return row?.count ?? 0
}

test("REGISTER-02 REGISTER-03 the steps lead to a code at the address on file", async () => {
  const { number, person, verify } = await begun()
  assert.deepEqual((await number({ planNumber: " 4000 000 017 " })).reply, { messages: [] })
  const { reply } = await person({ firstName: "ANA ", email: "Ana.Duarte@Example.com" })
  assert.equal(reply.clientName, "Harbor Mutual")
  assert.deepEqual(reply.insproAccountNumbers, [ana.accountNumber])
  assert.equal(reply.personNumber, "790318")
  assert.ok(reply.questions.length >= 3)
  assert.match(reply.statusMessage, /^If the address you entered is the one on file/)
  const mail = await app.readMail(ana.email)
  assert.match(mail.text, /to finish your registration/)
  const code = mail.text.match(/\b\d{6}\b/)?.[0] ?? ""
  assert.equal((await verify(` ${code} `)).reply.verified, true)
  assert.deepEqual(await usersOf(ana), [], "no account before the last step")
})

test("REGISTER-05 completing the registration creates the account, signs in, and sends an email", async () => {
  const { browser, complete } = await verified()
  const { reply, headers } = await complete()
  assert.equal(reply.userid, "ana.duarte_harbor")
  assert.equal(reply.accountNumber, ana.accountNumber)
  assert.equal(reply.policyNumber, ana.planNumber)
  assert.equal(reply.messages[0]?.messageId, "registration.complete")
  assert.ok(headers["set-cookie"]?.some((line) => /^session=.+HttpOnly/.test(line)))
  browser.tokens.set(ana.host, reply.access_token)
  const extended = await browser.call(ana.host, "POST /appauth/session/extend", {})
  assert.equal(extended.status, 200)
  const mail = await app.readMail(ana.email)
  assert.equal(mail.subject, "Your Harbor Mutual account is registered")
  assert.match(mail.text, /Your username is: Ana\.Duarte/)
})

test("a new account can sign in, with its username in any capitalization", async () => {
  const { complete } = await verified()
  await complete()
  app.clock.advance({ hours: 2 })
  const payload = payloadOf({
    username: "ana.duarte",
    password: newPassword,
    emailAddress: ana.email,
    client: "harbor",
  })
  assert.equal((await app.browser().call(ana.host, "POST /appauth/login", payload)).status, 200)
})

test("REGISTER-01 a union's member registers at the group's host, and must choose a union", async () => {
  const { number, complete } = await verified(sam)
  const { reply } = await complete()
  assert.equal(reply.userid, "sam.whitaker_steelworkers")
  const noUnion = await number({ client: "trades" })
  assert.deepEqual([noUnion.status, ...noUnion.messageIds], [422, "signIn.union"])
  const other = await number({ client: "electricians" })
  assert.deepEqual(other.messageIds, ["registration.planNumber"])
})

test("REGISTER-06 a flagged account is registered again, and a message after the correct code explains it", async () => {
  const old = payloadOf({
    username: "walter.brandt",
    password: "Anchor-2026",
    emailAddress: walter.email,
    client: "harbor",
  })
  const login = await app.browser().call(walter.host, "POST /appauth/login", old)
  assert.deepEqual([login.status, ...login.messageIds], [409, "signIn.reactivate"])

  const { complete, messages } = await verified(walter)
  const banner = messages.find(({ messageId }) => messageId === "registration.reactivate")
  assert.deepEqual(banner?.content, [
    "For security purposes, we need to reactivate your account. Please select a new username, password and security question below.",
  ])
  const earlier = { username: "Walter.Brandt", password: "Anchor-2026", securityQuestion: "2" }
  const fresh = { username: "walter.new", password: newPassword, securityQuestion: "3" }
  const one = "again. Please choose a new one."
  const refusals = {
    "username, password, and security question again. Please choose new ones.": earlier,
    [`username ${one}`]: { ...fresh, username: earlier.username },
    [`password ${one}`]: { ...fresh, password: earlier.password },
    [`security question ${one}`]: { ...fresh, securityQuestion: earlier.securityQuestion },
  }
  for (const [parts, chosen] of Object.entries(refusals)) {
    const { status, text } = await complete(chosen)
    assert.equal(status, 422, parts)
    assert.ok(text.includes(`You cannot use your old ${parts}`), text)
  }
  assert.equal((await complete(fresh)).reply.userid, "walter.new_harbor")
  assert.deepEqual(await usersOf(walter), [{ userid: "walter.new_harbor", username: "walter.new" }])
  const again = await app.browser().call(walter.host, "POST /appauth/login", old)
  assert.deepEqual([again.status, ...again.messageIds], [401, "signIn.credentials"])
})

test("one of 16 parallel completions gets an account and a session", async () => {
  const { complete } = await verified()
  const tries = Array.from({ length: 16 }, (_, n) => complete({ username: `ana.${n % 4}` }))
  const answers = await Promise.all(tries)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, messageIds } of answers) {
    if (status === 200) continue
    // A late call finds the new account or its own completed registration.
    const [id = ""] = messageIds
    assert.equal(status, 409)
    assert.ok(["registration.restart", "registration.usernameTaken"].includes(id), id)
  }
  const users = await usersOf(ana)
  assert.equal(users.length, 1)
  const sessions = await app.database.rows(
    sql`select 1 from appauth.session where userid = ${users[0]?.userid}`,
  )
  assert.equal(sessions.length, 1)
})

test("two browsers that register one person create one account", async () => {
  const first = await verified()
  app.clock.advance({ minutes: 2 })
  const second = registrationOf(app.browser(), ana)
  await second.number()
  await second.person()
  await second.verify(await app.readCode(ana.email))
  const answers = await Promise.all([
    first.complete({ username: "ana.first" }),
    second.complete({ username: "ana.second" }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await usersOf(ana)).length, 1)
})

test("REGISTER-03 LOGIN-15 an address that is not on file gets no email, and the replies do not reveal it", async () => {
  const right = await begun()
  await right.number()
  const told = await right.person()
  await app.readCode(ana.email)
  const wrong = await begun()
  const written = await mailsWritten()
  await wrong.number()
  const answer = await wrong.person({ email: "stranger@example.com" })
  assert.deepEqual(answer.reply, told.reply)
  const refused = await wrong.verify("123456", { email: "stranger@example.com" })
  assert.equal(
    refused.reply.messages[0]?.content[0],
    filled(messages["passcode.wrong"].content, { left: "4 tries" }),
  )
  app.clock.advance({ minutes: 1 })
  const resent = await wrong.resend({ email: "stranger@example.com" })
  assert.equal(resent.reply.status, "SUCCESS")
  const still = "An earlier code stays valid until it expires."
  assert.equal(resent.reply.statusMessage, `${ifOnFile} ${still}`)
  assert.equal(await mailsWritten(), written)

  const mended = await wrong.person()
  assert.deepEqual(mended.reply, told.reply)
  assert.equal((await wrong.verify(await app.readCode(ana.email))).reply.verified, true)
})

test("REGISTER-03 another code can be requested after the cool-down, and the earlier one stays valid", async () => {
  const { number, person, resend, verify } = await begun()
  await number()
  await person()
  const first = await app.readCode(ana.email)
  const early = await resend()
  assert.equal(early.reply.status, "ERROR")
  assert.equal(early.reply.passCodeCoolDownPeriod, 60)
  app.clock.advance({ seconds: 60 })
  assert.equal((await resend()).reply.status, "SUCCESS")
  const second = await app.readCode(ana.email)
  assert.notEqual(first, second)
  assert.equal((await verify(first)).reply.verified, true)
})

test("LOGIN-13 a person who goes back, or starts again, can still use their code", async () => {
  const { number, person, verify } = await begun()
  await number()
  await person()
  const code = await app.readCode(ana.email)
  await person()
  await number()
  await person()
  assert.equal((await verify(code)).reply.verified, true)
})

test("LOGIN-13 entering the same plan number restarts the same registration while it has 30 minutes left", async () => {
  const { browser, number } = await begun()
  await number()
  const secret = () => browser.cookies.get(ana.host)?.get("registration")
  const first = secret()
  app.clock.advance({ minutes: 30 })
  await number()
  assert.equal(secret(), first)
  app.clock.advance({ seconds: 1 })
  await number()
  assert.notEqual(secret(), first)
})

test("REGISTER-02 entering a plan number after the code, or a different one, starts a new registration", async () => {
  await begun(walter)
  const steps = await verified()
  const secret = () => steps.browser.cookies.get(ana.host)?.get("registration")
  const first = secret()
  assert.equal((await steps.number()).status, 200)
  assert.notEqual(secret(), first)
  assert.deepEqual((await steps.complete()).messageIds, ["registration.order"])
  const other = registrationOf(steps.browser, walter)
  assert.equal((await other.number()).status, 200)
  assert.equal((await other.person()).status, 200)
  assert.equal((await other.verify(await app.readCode(walter.email))).reply.verified, true)
})

test("LOGIN-13 an earlier code and the pause survive a mistyped address in between", async () => {
  const { number, person, resend, verify } = await begun()
  await number()
  const pauseAfter = async (change?: { email: string }) =>
    (await person(change)).reply.passCodeCoolDownPeriod
  assert.equal(await pauseAfter(), 60)
  const code = await app.readCode(ana.email)
  const written = await mailsWritten()
  app.clock.advance({ seconds: 20 })
  assert.equal(await pauseAfter({ email: "ana@example.con" }), 60)
  app.clock.advance({ seconds: 20 })
  assert.equal(await pauseAfter(), 40)
  assert.equal((await resend()).reply.passCodeCoolDownPeriod, 40)
  assert.equal(await mailsWritten(), written)
  assert.equal((await verify(code)).reply.verified, true)
})

test("REGISTER-03 pauses and tries do not reveal whether a second typed address is the right one", async () => {
  const replies = []
  for (const email of [ana.email, "ana@example.org"]) {
    const { number, person, resend, verify } = await begun()
    await number()
    await person({ email: "ana@example.con" })
    const refused = await verify("abcdef")
    app.clock.advance({ seconds: 20 })
    const { passCodeCoolDownPeriod } = (await person({ email })).reply
    const paused = await resend({ email })
    const again = await verify("abcdef", { email })
    replies.push([refused.reply, passCodeCoolDownPeriod, paused.reply, again.reply])
  }
  assert.deepEqual(replies[0], replies[1])
})

test("REGISTER-03 checking a verified code again, as after a reload, still returns verified", async () => {
  const { verify } = await verified()
  assert.equal((await verify("")).reply.verified, true)
})

test("registrations are not readable in the database", async () => {
  const steps = await begun()
  await steps.number()
  await steps.person()
  const code = await app.readCode(ana.email)
  await steps.verify(code)
  const cookies = [...(steps.browser.cookies.get(ana.host)?.values() ?? [])]
  await steps.complete({ securityAnswer: "Almada by the sea" })
  const tables = await app.database.rows<{ all: string }>(
    sql`select (select coalesce(string_agg(t::text, ' '), '') from appauth.registration t)
      || (select coalesce(string_agg(t::text, ' '), '') from appauth.code_attempt t)
      || (select coalesce(string_agg(t::text, ' '), '') from appauth.passcode t)
      || (select coalesce(string_agg(t::text, ' '), '') from appauth.user_account t) as all`,
  )
  for (const secret of [...cookies, newPassword, "almada", code]) {
    assert.ok(!new RegExp(`\\b${secret}\\b`, "i").test(tables[0]?.all ?? ""), secret)
  }
})

test("a registration whose account has another number ends once, and follows later changes of the number", async () => {
  const { accountNumber = "" } = demoPerson("dorothy.lindqvist")
  const [client, userid] = ["harbor", "dorothy.lindqvist_harbor"]
  const rollBack = new Error("roll back")
  const transaction = app.database.transaction(async (tx) => {
    const move = (from: string, movedTo: string) =>
      endMovedRegistration(tx, { client, accountNumber: from, movedTo }, app.clock.now())
    const leadsTo = async () => (await findRegistrationOf(tx, client, accountNumber))?.movedTo
    assert.equal(await move(accountNumber, "HM-MOVED-1"), userid)
    assert.equal(await move(accountNumber, "HM-MOVED-2"), undefined, "it ended before")
    assert.equal(await leadsTo(), "HM-MOVED-1")
    assert.equal(await move("HM-MOVED-1", "HM-MOVED-3"), undefined)
    assert.equal(await leadsTo(), "HM-MOVED-3")
    throw rollBack
  })
  await assert.rejects(transaction, rollBack)
})
