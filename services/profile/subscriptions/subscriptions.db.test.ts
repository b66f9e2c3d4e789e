import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { sendHttp } from "#testing/send-http.ts"
import { staffActingFor } from "#testing/staff.ts"
import { unsubscribeToken } from "#testing/unsubscribe-link.ts"

const host = "harbor.localhost"
let app: TestApp
let maria: Customer

before(async () => {
  app = await startTestApp()
  maria = await customerOf(app, "maria.santos", "harbor")
})

after(() => app.close())

async function put(
  what: "unsubscribe" | "resubscribe",
  body: object,
  { browser, at = host }: { browser?: Customer["browser"]; at?: string } = {},
) {
  return await (browser ?? app.browser()).call(at, `PUT /myaccount-core/emails/${what}`, body)
}

async function isSubscribed(accountNumber: string): Promise<boolean> {
  const [row] = await app.database.rows<{ is: boolean }>(
    sql`select is_email_subscribed as is from policy_admin.person
      where client <> 'twin' and account_number = ${accountNumber}`,
  )
  assert.ok(row)
  return row.is
}

async function recorded(accountNumber: string) {
  const entries = await auditLog(app.database, "harbor")
  return entries.filter(
    (entry) => entry.accountNumber === accountNumber && entry.action.startsWith("emails."),
  )
}

const ids = (answer: { reply: { messages: { messageId: string }[] } }) =>
  answer.reply.messages.map(({ messageId }) => messageId)

test("UNSUB-01 the emailed link unsubscribes its person every time, and can resubscribe them", async () => {
  const token = await unsubscribeToken(app, "siobhan.obrien")
  const { accountNumber = "" } = demoPerson("siobhan.obrien")
  for (let time = 0; time < 3; time += 1) {
    const answer = await put("unsubscribe", { token })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(ids(answer), ["emails.unsubscribed"])
    assert.equal(await isSubscribed(accountNumber), false)
  }
  assert.deepEqual(ids(await put("resubscribe", { token })), ["emails.resubscribed"])
  assert.equal(await isSubscribed(accountNumber), true)
  assert.deepEqual(
    (await recorded(accountNumber)).map(({ action, actorKind }) => `${action} by ${actorKind}`),
    ["emails.unsubscribe by visitor", "emails.resubscribe by visitor"],
  )
})

test("UNSUB-01 an invented, truncated, expired or foreign link shows an error and changes nothing", async () => {
  const token = await unsubscribeToken(app, "maria.santos")
  const bad = ["x", token.slice(0, -1), `${token}x`, "' or ''='", "%00"]
  for (const wrong of bad) {
    for (const what of ["unsubscribe", "resubscribe"] as const) {
      const answer = await put(what, { token: wrong })
      assert.equal(answer.status, 404, wrong)
      assert.deepEqual(answer.messageIds, ["emails.link"])
    }
  }
  const elsewhere = await put("unsubscribe", { token }, { at: "wayfarer.localhost" })
  assert.deepEqual(elsewhere.messageIds, ["emails.link"])
  assert.equal(await isSubscribed(maria.body.accountNumber), true)
  await app.database.rows(
    sql`update myaccount_core.unsubscribe_link set created_at = created_at - interval '4 years'`,
  )
  assert.deepEqual((await put("unsubscribe", { token })).messageIds, ["emails.link"])
})

test("a union's link works at the union's host and at the host of its group", async () => {
  const token = await unsubscribeToken(app, "tom.reilly")
  for (const at of ["electricians.localhost", "trades.localhost"]) {
    assert.equal((await put("unsubscribe", { token }, { at })).status, 200, at)
  }
  const other = await put("unsubscribe", { token }, { at: "steelworkers.localhost" })
  assert.equal(other.status, 404)
})

test("PROFILE-06 people can resubscribe only themselves", async () => {
  const robert = await customerOf(app, "robert.chen", "harbor")
  const { browser, user } = robert
  assert.equal(user.isEmailSubscribed, false)
  const foreign = await put("resubscribe", { userId: maria.user.userid }, { browser })
  assert.deepEqual(foreign.messageIds, ["request.notYours"])
  const visitor = await put("resubscribe", { userId: user.userid })
  assert.equal(visitor.status, 401)
  assert.equal(await isSubscribed(user.accountNumber), false)
  const own = await put("resubscribe", { userId: user.userid }, { browser })
  assert.deepEqual(ids(own), ["emails.resubscribed"])
  assert.equal(await isSubscribed(user.accountNumber), true)
  await put("unsubscribe", { userId: user.userid }, { browser })
  assert.equal(await isSubscribed(user.accountNumber), false)
  const [first, second] = await recorded(user.accountNumber)
  assert.equal(first?.actorUserid, user.userid)
  assert.equal(second?.action, "emails.unsubscribe")
})

test("PROFILE-06 staff who act for a person cannot resubscribe them", async () => {
  const dorothy = await customerOf(app, "dorothy.lindqvist", "harbor")
  const { browser, user } = dorothy
  await put("unsubscribe", { userId: user.userid }, { browser })
  const staff = await staffActingFor(app, "dorothy.lindqvist", "harbor")
  const answer = await put("resubscribe", { userId: user.userid }, { browser: staff.browser })
  assert.deepEqual([answer.status, ...answer.messageIds], [403, "session.notAllowed"])
  assert.equal(await isSubscribed(user.accountNumber), false)
  await put("resubscribe", { userId: user.userid }, { browser })
  await put("unsubscribe", { userId: user.userid }, { browser: staff.browser })
  assert.equal(await isSubscribed(user.accountNumber), true, "nor do they turn anything off")
})

test("a link works in a browser whose session has ended or belongs to another person", async () => {
  const token = await unsubscribeToken(app, "grace.adeyemi")
  const { browser } = await customerOf(app, "james.okafor", "harbor")
  assert.equal((await put("unsubscribe", { token }, { browser })).status, 200)
  app.clock.advance({ hours: 13 })
  const late = await put("resubscribe", { token }, { browser })
  assert.equal(late.status, 200)
  assert.equal(await isSubscribed(demoPerson("grace.adeyemi").accountNumber ?? ""), true)
})

const plain = "application/x-www-form-urlencoded"
const multipart = [
  "--b",
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  "",
  "One-Click",
  "--b--",
  "",
].join("\r\n")

async function oneClick(token: string, body: string | undefined, type = plain, at = host) {
  const headers = { "content-type": body === undefined ? undefined : type }
  return await sendHttp(app.port, at, {
    method: "POST",
    path: `/unsubscribe/${token}`,
    headers,
    body,
  })
}

test("RFC 8058: a mail program unsubscribes with a single POST, without cookies or origin, any number of times", async () => {
  const token = await unsubscribeToken(app, "anastasia.papakonstantinou")
  const { accountNumber = "" } = demoPerson("anastasia.papakonstantinou")
  for (const [body, type] of [
    ["List-Unsubscribe=One-Click", plain],
    [multipart, "multipart/form-data; boundary=b"],
  ] as const) {
    await put("resubscribe", { token })
    for (let time = 0; time < 2; time += 1) {
      const answer = await oneClick(token, body, type)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers["set-cookie"], undefined)
      assert.equal(await isSubscribed(accountNumber), false)
    }
  }
  await put("resubscribe", { token })
})

test("opening the link, or sending any other POST to it, unsubscribes no one", async () => {
  const token = await unsubscribeToken(app, "maria.santos")
  const page = await app.browser().get(host, `/unsubscribe/${token}`)
  assert.equal(page.status, 200)
  assert.match(page.text, /<title>Harbor Mutual Unsubscribe Emails<\/title>/)
  const refused: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ["", plain],
    ["List-Unsubscribe=no", plain],
    ["one=two", plain],
    ['{"List-Unsubscribe":"One-Click"}', "application/json"],
    ["List-Unsubscribe=One-Click", "text/plain"],
    ["x".repeat(20_000), plain],
  ]
  for (const [body, type] of refused) {
    const { status } = await oneClick(token, body, type)
    assert.ok(status >= 400 && status < 500, `${type} ${body?.slice(0, 30)}: ${status}`)
  }
  assert.equal((await oneClick("made-up", "List-Unsubscribe=One-Click")).status, 404)
  const elsewhere = await oneClick(token, "List-Unsubscribe=One-Click", plain, "wayfarer.localhost")
  assert.equal(elsewhere.status, 404)
  const nowhere = await oneClick(token, "List-Unsubscribe=One-Click", plain, "nobody.localhost")
  assert.equal(nowhere.status, 404)
  assert.equal(await isSubscribed(maria.body.accountNumber), true)
})
