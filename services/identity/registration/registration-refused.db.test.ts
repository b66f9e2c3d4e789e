// @prove-also models

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { ana, registrationOf, sam, walter } from "#testing/registration.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { hashPasscode } from "../codes/code-hash.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

const registered = {
  planNumber: "4001930427",
  accountNumber: "HM2041187",
  firstName: "Maria",
  lastName: "Santos",
  email: demoPerson("maria.santos").emailAddress,
}

type Steps = ReturnType<typeof registrationOf>

/**
 * Starts in a new hour, without a registration of Ana, in a browser that has completed this step.
 */
async function at(step: "begin" | "number" | "person" | "verified"): Promise<Steps> {
  app.clock.advance({ hours: 2 })
  await app.database.rows(sql`delete from appauth.user_account
      where client = 'harbor' and account_number = 'HM2098814'`)
  const steps = registrationOf(app.browser(), ana)
  if (step === "begin") return steps
  await steps.number()
  if (step === "number") return steps
  await steps.person()
  const code = await app.readCode(ana.email)
  if (step === "verified") await steps.verify(code)
  return steps
}

async function steps(): Promise<string[]> {
  const rows = await app.database.rows<{ step: string }>(
    sql`select step from appauth.registration order by created_at desc, id`,
  )
  return rows.map(({ step }) => step)
}

interface Answer {
  status: number
  messageIds: string[]
  headers: { "retry-after"?: string | undefined }
}

function refused({ status, messageIds }: Answer, expected: number, messageId: string) {
  assert.deepEqual([status, ...messageIds], [expected, messageId])
}

const numbers: [string, string][] = [
  ["40000000a7", "planNumber.numeric"],
  ["400000001", "planNumber.length"],
  ["4999999999", "registration.planNumber"],
]

for (const [planNumber, messageId] of numbers) {
  test(`REGISTER-01 the plan number ${planNumber} is refused as ${messageId}`, async () => {
    const { number } = await at("begin")
    refused(await number({ planNumber }), 422, messageId)
  })
}

test("REGISTER-01 another brand's plan number is not found", async () => {
  const { number } = await at("begin")
  refused(await number({ planNumber: "5100442871" }), 422, "registration.planNumber")
})

test("REGISTER-01 the number of plan numbers that one address can try is limited", async () => {
  const { number } = await at("begin")
  const answers: Answer[] = []
  for (let n = 0; n < 31; n += 1) {
    // Proofs of work have their own rate limit, per ten minutes.
    answers.push(await number({ planNumber: `49999999${n + 10}` }))
  }
  assert.deepEqual(new Set(answers.slice(0, 30).map(({ status }) => status)), new Set([422]))
  refused(answers[30] as Answer, 429, "request.tooMany")
  assert.ok(Number(answers[30]?.headers["retry-after"]) > 0)
})

const outOfOrder: [string, Parameters<typeof at>[0], (steps: Steps) => Promise<Answer>, string][] =
  [
    ["a name before a number", "begin", ({ person }) => person(), "registration.restart"],
    ["a code before a number", "begin", ({ verify }) => verify("123456"), "registration.restart"],
    ["credentials before a number", "begin", ({ complete }) => complete(), "registration.restart"],
    ["another code before a number", "begin", ({ resend }) => resend(), "registration.restart"],
    ["a code before a name", "number", ({ verify }) => verify("123456"), "registration.order"],
    ["another code before a name", "number", ({ resend }) => resend(), "registration.order"],
    ["credentials before a name", "number", ({ complete }) => complete(), "registration.order"],
    ["credentials before a code", "person", ({ complete }) => complete(), "registration.order"],
    ["another code after the code", "verified", ({ resend }) => resend(), "registration.order"],
  ]

for (const [name, step, call, messageId] of outOfOrder) {
  test(`REGISTER-02 REGISTER-04 ${name} is refused and changes nothing`, async () => {
    const browser = await at(step)
    const before = await steps()
    refused(await call(browser), 409, messageId)
    assert.deepEqual(await steps(), before)
  })
}

test("a step with another plan number, account or brand than the first step is refused", async () => {
  const { person, verify, complete } = await at("verified")
  refused(await person({ planNumber: walter.planNumber }), 409, "registration.restart")
  refused(await verify("", { planNumber: walter.planNumber }), 409, "registration.restart")
  refused(await verify("", { accountNumber: walter.accountNumber }), 409, "registration.restart")
  const policyNumber = walter.planNumber
  refused(await complete({ policyNumber }), 409, "registration.restart")
  refused(await complete({ client: "wayfarer" }), 403, "request.clientMismatch")
  refused(await complete({ hostName: "wayfarer.localhost" }), 403, "request.clientMismatch")
})

test("TENANT-04 a registration that began for one union cannot continue for another one at the same host", async () => {
  app.clock.advance({ hours: 2 })
  const { number, person, resend, verify, complete } = registrationOf(app.browser(), sam)
  const elsewhere = { client: "electricians" }
  await number()
  refused(await person(elsewhere), 409, "registration.restart")
  await person()
  app.clock.advance({ minutes: 1 })
  refused(await resend(elsewhere), 409, "registration.restart")
  await verify(await app.readCode(sam.email))
  refused(await complete(elsewhere), 409, "registration.restart")
  assert.equal((await complete()).status, 200)
})

test("a registration is valid for an hour", async () => {
  const first = await at("verified")
  app.clock.advance({ minutes: 59, seconds: 59 })
  assert.equal((await first.complete()).status, 200)
  const second = await at("verified")
  app.clock.advance({ hours: 1 })
  refused(await second.complete(), 409, "registration.restart")
})

test("REGISTER-07 a wrong name gets an explanation, and nothing is created or sent", async () => {
  const { person } = await at("number")
  const mails = sql`select 1 from mail.outbox`
  const before = (await app.database.rows(mails)).length
  refused(await person({ lastName: "Duart" }), 422, "registration.person")
  refused(await person({ email: "not an address" }), 422, "email.invalid")
  assert.equal((await app.database.rows(mails)).length, before)
})

test("REGISTER-07 GUESS-08 after 20 names for a plan number all replies are alike, and the right person can register", async () => {
  app.clock.advance({ hours: 2 })
  const guesser = await at("number")
  for (let n = 0; n < 20; n += 1) {
    refused(await guesser.person({ firstName: `A${n}` }), 422, "registration.person")
  }
  const written = async () => (await app.database.rows(sql`select 1 from mail.outbox`)).length
  const before = await written()
  const wrong = await guesser.person({ firstName: "B" })
  assert.equal(wrong.status, 200)
  assert.equal(await written(), before, "no one gets a code")
  assert.doesNotMatch(wrong.text, new RegExp(ana.accountNumber))
  const right = registrationOf(app.browser(), ana)
  await right.number()
  const told = await right.person()
  assert.doesNotMatch(told.text, new RegExp(ana.accountNumber))
  const numbers = { insproAccountNumbers: [], personNumber: "" }
  assert.deepEqual(
    { ...(told.reply as object), ...numbers },
    { ...(wrong.reply as object), ...numbers },
  )
  assert.equal(await written(), before + 1)
  const { insproAccountNumbers } = told.reply as { insproAccountNumbers: string[] }
  const code = await app.readCode(ana.email)
  const accountNumber = insproAccountNumbers[0]
  const verified = await right.verify(code, { accountNumber })
  assert.equal((verified.reply as { verified: boolean }).verified, true)
  assert.equal((await right.complete({ accountNumber })).status, 200)
})

test("REGISTER-07 GUESS-08 after 20 names a registered person gets the username by email, once in ten minutes", async () => {
  const maria = { ...ana, ...registered }
  app.clock.advance({ hours: 2 })
  const guesser = registrationOf(app.browser(), maria)
  await guesser.number()
  for (let n = 0; n < 20; n += 1) {
    refused(await guesser.person({ firstName: `A${n}` }), 422, "registration.person")
  }
  const emailed = async () => (await app.sentEmails()).filter(({ to }) => to === maria.email).length
  const before = await emailed()
  assert.equal((await guesser.person({ email: "stranger@example.com" })).status, 200)
  assert.equal((await guesser.person({ firstName: "Mario" })).status, 200)
  assert.equal(await emailed(), before, "no one else learns it")
  for (const [after, count] of [
    [{ seconds: 0 }, 1],
    [{ minutes: 9, seconds: 59 }, 1],
    [{ seconds: 1 }, 2],
  ] as const) {
    app.clock.advance(after)
    assert.equal((await guesser.person()).status, 200)
    assert.equal(await emailed(), before + count)
  }
  app.clock.advance({ minutes: 49, seconds: 59 })
  const again = registrationOf(app.browser(), maria)
  await again.number()
  assert.equal((await again.person()).status, 200)
  app.clock.advance({ seconds: 1 })
  refused(await again.person(), 409, "registration.registered")
})

test("REGISTER-07 a person without an address on file gets a message to call", async () => {
  app.clock.advance({ hours: 2 })
  await app.database.rows(sql`delete from appauth.user_account
      where client = 'harbor' and account_number = 'HM2160738'`)
  const evelyn = {
    ...ana,
    planNumber: "4004977102",
    accountNumber: "HM2160738",
    firstName: "Evelyn",
    lastName: "Brooks",
  }
  const { number, person } = registrationOf(app.browser(), evelyn)
  await number()
  refused(await person(), 409, "registration.noAddress")
})

test("REGISTER-07 a person who enters a registered number with the right name gets instructions", async () => {
  app.clock.advance({ hours: 2 })
  const maria = { ...ana, ...registered }
  const { number, person } = registrationOf(app.browser(), maria)
  await number()
  refused(await person({ firstName: "Mario" }), 422, "registration.person")
  refused(await person(), 409, "registration.registered")
})

test("REGISTER-07 a taken username is refused in any capitalization, and another one then works", async () => {
  const { complete } = await at("verified")
  refused(await complete({ username: "MARIA.santos" }), 409, "registration.usernameTaken")
  assert.equal((await complete({ username: "ana.duarte" })).status, 200)
})

test("REGISTER-04 the server rejects the same inputs as the form", async () => {
  const { complete } = await at("verified")
  refused(await complete({ username: "ana duarte" }), 422, "username.invalid")
  refused(await complete({ password: "anchor-2026" }), 422, "password.weak")
  refused(await complete({ password: "Duarte1960" }), 422, "password.guessable")
  refused(
    await complete({ username: "lantern", password: "Lantern-2027" }),
    422,
    "password.guessable",
  )
  refused(await complete({ securityQuestion: "99" }), 422, "securityQuestion.unknown")
  refused(await complete({ securityAnswer: " " }), 422, "request.invalid")
  assert.equal((await complete()).status, 200)
})

test("REGISTER-03 LOGIN-15 five wrong codes end the attempt, and another code begins a new one", async () => {
  const { verify, resend } = await at("person")
  for (let n = 0; n < 4; n += 1) assert.equal((await verify("abcdef")).reply.verified, false)
  const fifth = (await verify("abcdef")).reply
  assert.equal(fifth.disableVerifyPassCode, true)
  assert.equal(fifth.passCodeCoolDownPeriod, 60)
  const sixth = (await verify("abcdef")).reply
  assert.deepEqual(
    sixth.messages.map(({ messageId }) => messageId),
    ["passcode.attemptEnded"],
  )
  app.clock.advance({ minutes: 1 })
  const resent = (await resend()).reply
  assert.equal(resent.status, "SUCCESS")
  assert.equal(
    resent.statusMessage,
    "If the address you entered is the one on file, we have emailed you a new code or next steps. Codes from earlier emails no longer work.",
  )
  assert.equal((await verify(await app.readCode(ana.email))).reply.verified, true)
})

test("REGISTER-03 a code is valid for ten minutes", async () => {
  const { number, person, verify } = await at("begin")
  await number()
  await person()
  const code = await app.readCode(ana.email)
  app.clock.advance({ minutes: 10 })
  const { reply } = await verify(code)
  assert.equal(reply.messages[0]?.messageId, "passcode.expired")
  await person()
  const inTime = await app.readCode(ana.email)
  app.clock.advance({ minutes: 9, seconds: 59 })
  assert.equal((await verify(inTime)).reply.verified, true)
})

test("REGISTER-03 a code is valid only in the browser that requested it", async () => {
  const { number, person } = await at("begin")
  await number()
  await person()
  const code = await app.readCode(ana.email)
  const other = registrationOf(app.browser(), ana)
  await other.number()
  await other.person({ email: "stranger@example.com" })
  assert.equal((await other.verify(code)).reply.verified, false)
})

/** A new browser that has given number, name and address, and the replies that it got. */
async function began(change: Record<string, unknown> = {}) {
  const browser = app.browser()
  const calls = registrationOf(browser, ana)
  await calls.number()
  const told = await calls.person(change)
  return { browser, calls, told }
}

test("GUESS-09 a stranger who does not know the address does not use up codes of the right person", async () => {
  await at("begin")
  for (let n = 0; n < 12; n += 1) {
    const { told } = await began({ email: "stranger@example.com" })
    assert.equal(told.status, 200)
  }
  const { calls } = await began()
  const { reply } = await calls.verify(await app.readCode(ana.email))
  assert.equal(reply.verified, true)
  assert.equal((await calls.complete()).status, 200)
})

test("GUESS-09 beyond ten codes every reply stays the same, and an emailed link lets the right person register", async () => {
  await at("begin")
  for (let n = 0; n < 10; n += 1) {
    const { told } = await began()
    assert.equal(told.status, 200)
    await app.readCode(ana.email)
  }
  const subject = "Do you want to register with"
  const links = () => app.database.rows(sql`select 1 from appauth.sign_in_link`)
  const before = (await links()).length
  const { told: stranger } = await began({ email: "stranger@example.com" })
  const right = await began()
  assert.deepEqual([right.told.status, right.told.reply], [stranger.status, stranger.reply])
  await began()
  assert.equal((await links()).length, before + 1, "one email in ten minutes")

  const mail = await app.readMail(ana.email, subject)
  const token = mail.text.match(/\/log-in-link#register-([\w-]+)/)?.[1] ?? ""
  const opened = await right.browser.call(ana.host, "POST /appauth/signInLink", { token })
  assert.equal(opened.status, 200)
  app.clock.advance({ minutes: 1 })
  assert.equal((await right.calls.resend()).reply.status, "SUCCESS")
  const { reply } = await right.calls.verify(await app.readCode(ana.email))
  assert.equal(reply.verified, true)
  assert.equal((await right.calls.complete()).status, 200)
})

test("GUESS-09 one registration gets ten codes an hour, whether or not the address fits", async () => {
  for (const change of [{}, { email: "stranger@example.com" }]) {
    await at("begin")
    const { calls } = await began(change)
    for (let n = 0; n < 9; n += 1) {
      app.clock.advance({ minutes: 1 })
      assert.equal((await calls.resend()).reply.status, "SUCCESS")
    }
    app.clock.advance({ minutes: 1 })
    refused(await calls.resend(), 429, "passcode.tooManyCodes")
  }
})

test("GUESS-09 no six digits match a code without a recipient", async () => {
  for (const [email, expected] of [
    [ana.email, 1],
    ["stranger@example.com", 0],
  ] as const) {
    await at("begin")
    const { browser } = await began({ email })
    const secret = browser.cookies.get(ana.host)?.get("registration-code") ?? ""
    const [kept] = await app.database.rows<{ hash: Buffer }>(
      sql`select code_hash as hash from appauth.passcode order by created_at desc limit 1`,
    )
    // At full size all six-digit codes, otherwise every fiftieth, and always the emailed one.
    const step = isFullSize ? 1 : 50
    const emailed = expected === 1 ? Number(await app.readCode(email)) : 0
    const tried = Array.from({ length: 1_000_000 / step }, (_, n) => (emailed % step) + n * step)
    const fitting = tried
      .map((code) => String(code).padStart(6, "0"))
      .filter((code) => kept?.hash.equals(hashPasscode(testSecrets, secret, code)))
    assert.equal(fitting.length, expected, email)
  }
})
