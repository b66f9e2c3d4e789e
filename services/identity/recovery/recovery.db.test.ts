import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { type Forgetful, maria, recoveryOf, ticketIn, tom } from "#testing/recovery.ts"
import { walter } from "#testing/registration.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { answerOf } from "../credentials/password.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Starts in a fresh hour with a fresh browser. */
function asking(who: Forgetful = maria) {
  app.clock.advance({ hours: 2 })
  return recoveryOf(app.browser(), who)
}

async function mailsWritten(): Promise<number> {
  return (await app.database.rows(sql`select 1 from mail.outbox`)).length
}

test("RECOVER-02 RECOVER-03 four correct values send the username to the address on file", async () => {
  const { forgotUsername } = asking()
  const { reply } = await forgotUsername({
    certificateNo: " 001 4001 930 427",
    firstName: "MARIA",
    emailAddress: "Maria.Santos@example.com",
  })
  assert.equal(reply.messages[0]?.messageId, "forgotUsername.done")
  const mail = await app.readMail(maria.email, "Your Harbor Mutual username")
  assert.match(mail.text, /is: maria\.santos$/m)
})

const misses: [string, Record<string, string>][] = [
  ["another number", { certificateNo: "4003120956" }],
  ["an unknown number", { certificateNo: "4999999999" }],
  ["a person without an account", { certificateNo: "4000000017" }],
  ["another first name", { firstName: "Mario" }],
  ["another last name", { lastName: "Santo" }],
  ["another address", { emailAddress: "stranger@example.com" }],
]

for (const [name, change] of misses) {
  test(`RECOVER-03 ${name} gets the same reply and no email`, async () => {
    const { reply: told } = await asking().forgotUsername()
    await app.readMail(maria.email)
    const written = await mailsWritten()
    const answer = await asking().forgotUsername(change)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.reply, told)
    assert.equal(await mailsWritten(), written)
  })
}

test("RECOVER-03 the username of an account that must register again is not emailed", async () => {
  const { reply: told } = await asking().forgotUsername()
  await app.readMail(maria.email)
  const written = await mailsWritten()
  const { planNumber: certificateNo, firstName, lastName, email } = walter
  const change = { certificateNo, firstName, lastName, emailAddress: email }
  const answer = await asking().forgotUsername(change)
  assert.deepEqual([answer.status, answer.reply], [200, told])
  assert.equal(await mailsWritten(), written)
  await app.database.rows(
    sql`update appauth.user_account set reactivate = false where userid = 'walter.brandt_harbor'`,
  )
  await asking().forgotUsername(change)
  assert.match((await app.readMail(email, "username")).text, /walter\.brandt/)
  await app.database.rows(
    sql`update appauth.user_account set reactivate = true where userid = 'walter.brandt_harbor'`,
  )
})

const wrongForms: [Record<string, string>, string][] = [
  [{ certificateNo: "40019304x7" }, "planNumber.numeric"],
  [{ certificateNo: "400193042" }, "planNumber.length"],
  [{ emailAddress: "maria" }, "email.invalid"],
  [{ firstName: " " }, "request.invalid"],
  [{ lastName: "" }, "request.invalid"],
]

for (const [change, messageId] of wrongForms) {
  test(`RECOVER-02 ${JSON.stringify(change)} is refused as ${messageId}`, async () => {
    const answer = await asking().forgotUsername(change)
    assert.deepEqual([answer.status, ...answer.messageIds], [422, messageId])
  })
}

test("RECOVER-01 RECOVER-04 a group's host requires a union", async () => {
  const { forgotUsername, question } = asking(tom)
  assert.deepEqual((await forgotUsername({ client: "trades" })).messageIds, ["signIn.union"])
  assert.deepEqual((await question({ client: "trades" })).messageIds, ["signIn.union"])
  assert.deepEqual((await question({ client: "harbor" })).messageIds, ["request.clientMismatch"])
  await forgotUsername()
  assert.match((await app.readMail(tom.email)).text, /is: tom\.reilly$/m)
})

test("the number of tries for a person's account number from one address is limited", async () => {
  const { forgotUsername } = asking()
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1) statuses.push((await forgotUsername({ lastName: "X" })).status)
  assert.deepEqual(statuses, [...Array(20).fill(200), 429])
})

test("RECOVER-04 RECOVER-05 a correct answer sends a link to reset the password", async () => {
  const { question, answer } = asking()
  const { reply } = await question({ username: " Maria.Santos " })
  assert.equal(reply.securityQuestion, "What was the name of your first school?")
  const { reply: told } = await answer({ securityAnswer: " azores  STREET " })
  assert.equal(told.messages[0]?.messageId, "forgotPassword.done")
  const mail = await app.readMail(maria.email, "Reset your Harbor Mutual password")
  assert.ok(mail.text.includes(`${app.origin(maria.host)}/reset-password/`))
  assert.match(ticketIn(mail), /^[\w-]{43}$/)
})

test("RECOVER-05 a correct answer that version 1.0.0 hashed is hashed again", async () => {
  const { accountNumber = "" } = demoPerson("james.okafor")
  const james = { client: "harbor", userid: "james.okafor_harbor", accountNumber }
  const read = async () => {
    const [row] = await app.database.rows<{ hash: string }>(
      sql`select security_answer_hash as hash from appauth.user_account
        where client = 'harbor' and userid = ${james.userid}`,
    )
    return row?.hash
  }
  const earlier = await testPasswords.hash("saint mary's", answerOf(james))
  await app.database.rows(
    sql`update appauth.user_account set security_answer_hash = ${earlier}
      where client = 'harbor' and userid = ${james.userid}`,
  )
  const email = demoPerson("james.okafor").emailAddress
  const send = async (securityAnswer: string) => {
    const { question, answer } = asking({ ...maria, username: "james.okafor", email })
    await question()
    assert.equal((await answer({ securityAnswer })).status, 200)
    await app.settle()
  }
  const before = (await app.sentEmails()).length
  await send("Saint Marys")
  assert.equal(await read(), earlier, "a wrong answer changes nothing")
  assert.equal((await app.sentEmails()).length, before)
  await send(" SAINT mary's")
  assert.notEqual(await read(), earlier)
  const renewed = await read()
  await send("Saint Mary’s.")
  assert.equal(await read(), renewed)
  assert.equal((await app.sentEmails()).length, before + 2)
})

const wrongAnswers: [string, string, string][] = [
  ["a wrong answer", "maria.santos", "Lisbon"],
  ["an unknown username", "nobody", "Azores Street"],
  ["another brand's username", "lena.fischer", "Gartenstrasse"],
  ["an account that must be reactivated", "walter.brandt", "Camden"],
]

for (const [name, username, securityAnswer] of wrongAnswers) {
  test(`RECOVER-05 ${name} gets a question, the same reply and no email`, async () => {
    const right = asking()
    await right.question()
    const { reply: told } = await right.answer()
    await app.readMail(maria.email)
    const written = await mailsWritten()
    const { question, answer } = asking()
    assert.match((await question({ username })).reply.securityQuestion, /\?$/)
    const answered = await answer({ username, securityAnswer })
    assert.equal(answered.status, 200)
    assert.deepEqual(answered.reply, told)
    assert.equal(await mailsWritten(), written)
  })
}

test("RECOVER-04 an unknown username gets the same question in every call", async () => {
  const questions = new Set<string>()
  for (const username of ["nobody", "NOBODY", "nobody"]) {
    questions.add((await asking().question({ username })).reply.securityQuestion)
  }
  assert.equal(questions.size, 1)
  const others = ["a", "b", "c", "d", "e", "f"].map(async (username) => {
    return (await recoveryOf(app.browser(), maria).question({ username })).reply.securityQuestion
  })
  assert.ok(new Set(await Promise.all(others)).size > 1, "people get different ones")
})

test("RECOVER-05 an answer without its question, or for another username, is refused", async () => {
  const { question, answer } = asking()
  const refused = async (change = {}) => {
    const { status, messageIds } = await answer(change)
    assert.deepEqual([status, ...messageIds], [409, "forgotPassword.restart"])
  }
  await refused()
  await question({ username: "james.okafor" })
  await refused()
})

test("RECOVER-05 a question can be answered for 15 minutes", async () => {
  const { question, answer } = asking()
  await question()
  app.clock.advance({ minutes: 14, seconds: 59 })
  assert.equal((await answer()).status, 200)
  await question()
  app.clock.advance({ minutes: 15 })
  assert.deepEqual((await answer()).messageIds, ["forgotPassword.restart"])
})

test("one of 16 parallel answers to a question is compared", async () => {
  const { question, answer } = asking()
  await question()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => answer({ securityAnswer: "Lisbon" })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(15).fill(409)])
})

test("answers are limited per username, known or unknown", async () => {
  for (const username of ["maria.santos", "nobody"]) {
    app.clock.advance({ hours: 2 })
    for (let n = 0; n < 6; n += 1) {
      const { question, answer } = recoveryOf(app.browser(), maria)
      await question({ username })
      const { status, messageIds } = await answer({ username, securityAnswer: "Lisbon" })
      if (n < 5) assert.equal(status, 200)
      else assert.deepEqual([status, ...messageIds], [429, "forgotPassword.linkSent"])
    }
  }
})

test("SECRET-20 no table contains a typed username", async () => {
  const typed = "My-Pass-In-The-Wrong-Field"
  const { question, answer } = asking()
  await question({ username: typed })
  await answer({ username: typed, securityAnswer: "Lisbon" })
  const log = { ...payloadOf(demoPerson("maria.santos")), username: typed }
  assert.equal((await app.browser().call(maria.host, "POST /appauth/login", log)).status, 401)
  const tables = await app.database.rows<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 20)
  for (const { name } of tables) {
    const [row] = await app.database.rows<{ all: string }>({
      name: "",
      text: `select coalesce(string_agg(t::text, ' '), '') as all from ${name} t`,
      values: [],
    })
    // Bytes appear as hexadecimal digits.
    const all = row?.all.toLowerCase() ?? ""
    const hex = Buffer.from(typed.toLowerCase()).toString("hex")
    assert.ok(!all.includes(typed.toLowerCase()) && !all.includes(hex), name)
  }
})
