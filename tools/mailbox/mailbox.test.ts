import assert from "node:assert/strict"
import { mkdtemp, rm, stat, truncate } from "node:fs/promises"
import { get } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { createTransport } from "nodemailer"
import { signedHeaders } from "#platform/webhooks/signature.ts"
import { newWebhookSecret } from "#testing/events.ts"
import { type Message, startMailbox } from "./mailbox.ts"

async function openMailbox(t: TestContext) {
  const mailbox = await startMailbox({ httpPort: 0 })
  const smtp = createTransport({ url: mailbox.smtpUrl, pool: true })
  t.after(async () => {
    smtp.close()
    await mailbox.close()
  })
  const send = (subject: string, more: object = {}) =>
    smtp.sendMail({
      from: "Harbor Mutual <no-reply@portal.example>",
      to: "zoe@example.com",
      subject,
      text: "Grüße",
      html: "<!doctype html><html><head></head><body>Grüße</body></html>",
      ...more,
    })
  return { mailbox, send }
}

async function list(httpUrl: string): Promise<Message[]> {
  const response = await fetch(`${httpUrl}/messages`)
  assert.equal(response.headers.get("content-type"), "application/json; charset=utf-8")
  return (await response.json()) as Message[]
}

test("the mailbox lists sent emails, newest first", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  assert.deepEqual(await list(mailbox.httpUrl), [])
  await send("first")
  await send("second", { date: new Date("2026-05-04T10:20:30Z") })
  const [second, first] = await list(mailbox.httpUrl)
  assert.equal(first?.subject, "first")
  assert.equal(second?.subject, "second")
  assert.equal(second.date, "2026-05-04T10:20:30.000Z")
  assert.equal(second.to, "zoe@example.com")
  assert.equal(second.from, "Harbor Mutual <no-reply@portal.example>")
  assert.equal(second.text.trim(), "Grüße")
  assert.deepEqual(mailbox.messages(), [second, first])
})

test("the list answers 304 until a new email arrives", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  const ask = (tag: string) =>
    fetch(`${mailbox.httpUrl}/messages`, { headers: { "If-None-Match": tag } })
  const tag = (await ask("")).headers.get("etag") ?? ""
  assert.equal((await ask(tag)).status, 304)
  await send("first")
  assert.equal((await ask(tag)).status, 200)
})

test("an email shows its attached logo", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  const logo = { cid: "logo", content: Buffer.from("picture"), contentType: "image/png" }
  await send("logo", { html: '<img src="cid:logo">', attachments: [logo] })
  const address = `data:image/png;base64,${Buffer.from("picture").toString("base64")}`
  assert.match((await list(mailbox.httpUrl))[0]?.html ?? "", new RegExp(`<img src="${address}">`))
})

test("an email is shown without scripts, network or the mailbox's origin", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  await send("hello")
  const [message] = mailbox.messages()
  const response = await fetch(`${mailbox.httpUrl}/messages/${message?.id}/html`)
  const policy = response.headers.get("content-security-policy") ?? ""
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /sandbox allow-popups/)
  assert.doesNotMatch(policy, /allow-scripts|allow-same-origin|script-src/)
  assert.match(await response.text(), /<head><base target="_blank"><\/head><body>Grüße/)
  assert.equal((await fetch(`${mailbox.httpUrl}/messages/other/html`)).status, 404)
})

test("the server serves the page's own files", async (t) => {
  const { mailbox } = await openMailbox(t)
  for (const path of ["/", "/mailbox.css", "/mailbox.js"]) {
    const response = await fetch(mailbox.httpUrl + path)
    assert.equal(response.status, 200)
    assert.match(response.headers.get("content-security-policy") ?? "", /default-src 'none'/)
    assert.notEqual(await response.text(), "")
  }
  assert.equal((await fetch(mailbox.httpUrl, { method: "POST" })).status, 405)
})

test("a foreign host name that resolves to the mailbox is refused", async (t) => {
  const { mailbox } = await openMailbox(t)
  const statusFor = (host: string) =>
    new Promise((resolve) => {
      get(`${mailbox.httpUrl}/messages`, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
    })
  assert.equal(await statusFor("evil.example"), 421)
  assert.equal(await statusFor("localhost.evil.example:1080"), 421)
  assert.equal(await statusFor("mail.localhost:1080"), 200)
})

test("waits for an email, and lists the received emails if it does not arrive", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  const waiting = mailbox.waitFor(({ subject }) => subject === "second")
  await send("first")
  await send("second")
  assert.equal((await waiting).subject, "second")
  await assert.rejects(
    mailbox.waitFor(({ subject }) => subject === "third", 20),
    /No such email came in 20 ms.*second → zoe@example\.com/s,
  )
})

test("keeps only the last 500 emails", async (t) => {
  const { mailbox, send } = await openMailbox(t)
  for (let sent = 0; sent < 502; sent += 25) {
    await Promise.all(Array.from({ length: 25 }, (_, index) => send(`email ${sent + index}`)))
  }
  assert.equal(mailbox.messages().length, 500)
  assert.ok(!mailbox.messages().some(({ subject }) => subject === "email 0"))
})

test("EVENT-01 lists each event signed with a known secret once, and refuses others", async (t) => {
  const { mailbox } = await openMailbox(t)
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()]
  const post = async (signedBy: string, id: string, body = '{"type":"test"}') => {
    const headers = { ...signedHeaders([signedBy], { id, at: new Date(), body }) }
    return (await fetch(`${mailbox.httpUrl}/events`, { method: "POST", headers, body })).status
  }
  assert.equal(await post(secret, "one"), 401)
  mailbox.takeEventsOf([secret])
  for (const id of ["one", "one", "two"]) assert.equal(await post(secret, id), 204)
  assert.equal(await post(other, "three"), 401)
  assert.equal(await post(secret, "four", "x".repeat(200_000)), 413)
  assert.deepEqual(await (await fetch(`${mailbox.httpUrl}/events`)).json(), [
    { id: "two", event: { type: "test" } },
    { id: "one", event: { type: "test" } },
  ])
})

test("reports a port that is in use", async (t) => {
  const { mailbox } = await openMailbox(t)
  const httpPort = Number(new URL(mailbox.httpUrl).port)
  await assert.rejects(startMailbox({ httpPort }), { code: "EADDRINUSE" })
})

test("the mailbox restores its emails after a restart, even if its file is damaged", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "mailbox-test-"))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, "mailbox.json")
  const run = async (subject: string) => {
    const mailbox = await startMailbox({ httpPort: 0, file })
    const before = mailbox.messages().map((message) => message.subject)
    const smtp = createTransport({ url: mailbox.smtpUrl })
    await smtp.sendMail({ from: "a@b.example", to: "zoe@example.com", subject, text: "048213" })
    smtp.close()
    await mailbox.close()
    return before
  }
  assert.deepEqual(await run("first"), [])
  assert.deepEqual(await run("second"), ["first"])
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await truncate(file, 20)
  assert.deepEqual(await run("third"), [])
})
