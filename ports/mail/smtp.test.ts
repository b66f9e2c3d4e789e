import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server } from "node:net"
import { buffer } from "node:stream/consumers"
import { type TestContext, test } from "node:test"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { EmailNotSent, type OutgoingEmail } from "./port.ts"
import { createSmtpTransport } from "./smtp.ts"

const mail: OutgoingEmail = {
  id: "6f1f1ce9-3d0c-4c5e-9a40-0f5f5d6f0b11",
  writtenAt: new Date("2026-05-04T10:20:30Z"),
  to: "zoe@example.com",
  fromName: "Harbor, Mutual & Söhne",
  subject: "Your Harbor Mutual one-time code",
  html: '<p>Grüße <img src="cid:logo" alt="Harbor"></p>',
  text: "Grüße",
  logo: { mediaType: "image/png", base64: "iVBORw0KGgo=" },
}
const inTime = () => AbortSignal.timeout(60_000)

function transportTo(t: TestContext, url: string) {
  const transport = createSmtpTransport({ url, from: "no-reply@portal.example" })
  t.after(() => transport.close())
  return transport
}

async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, "listening")
  return (server.address() as AddressInfo).port
}

interface Received extends Email {
  recipients: string[]
}

async function mailServer(t: TestContext, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 10,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    async onData(stream, session, done) {
      const email = await PostalMime.parse(await buffer(stream))
      received.push({ ...email, recipients: session.envelope.rcptTo.map((to) => to.address) })
      done()
    },
    ...options,
  })
  server.on("error", () => {})
  const port = await portOf(server.listen(0, "127.0.0.1"))
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  return { url: `smtp://127.0.0.1:${port}`, received, connections: () => connections }
}

/** A refusal in the words of a mail server, with an address in it. */
function refusal(responseCode: number): Error {
  return Object.assign(new Error("no such user zoe@example.com"), { responseCode })
}

async function notSent(sending: Promise<void>): Promise<EmailNotSent> {
  const error = await sending.then(
    () => assert.fail("The email was sent."),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof EmailNotSent)
  assert.doesNotMatch(error.message, /zoe|example/)
  return error
}

test("an email arrives complete, and every try sends the same message", async (t) => {
  const server = await mailServer(t)
  const transport = transportTo(t, server.url)
  await transport.send(mail, inTime())
  await transport.send(mail, inTime())
  const [first, second] = server.received
  assert.equal(first?.messageId, `<${mail.id}@portal.example>`)
  assert.equal(second?.messageId, first.messageId)
  assert.equal(first.date, "2026-05-04T10:20:30.000Z")
  assert.deepEqual(first.from, { name: mail.fromName, address: "no-reply@portal.example" })
  assert.deepEqual(first.recipients, ["zoe@example.com"])
  assert.equal(first.subject, mail.subject)
  assert.equal(first.text?.trim(), mail.text)
  assert.equal(first.html?.trim(), mail.html)
  const header = (name: string) => first.headers.find(({ key }) => key === name)?.value
  assert.equal(header("auto-submitted"), "auto-generated")
  assert.equal(header("x-entity-ref-id"), mail.id)
  assert.equal(header("x-mailer"), undefined)
  const [logo] = first.attachments
  assert.equal(logo?.contentId, "<logo>")
  assert.equal(logo?.disposition, "inline")
  assert.equal(logo?.mimeType, "image/png")
  assert.equal(server.connections(), 1, "the connection is kept between emails")
})

test("text in an address or a name never becomes another recipient or header", async (t) => {
  const server = await mailServer(t)
  const transport = transportTo(t, server.url)
  const fromName = "Harbor\r\nBcc: eve@example.com"
  await transport.send({ ...mail, fromName, subject: fromName }, inTime())
  await notSent(transport.send({ ...mail, to: "zoe@example.com\r\neve@example.com" }, inTime()))
  await transport
    .send({ ...mail, to: "zoe@example.com, eve@example.com" }, inTime())
    .catch(() => {})
  assert.deepEqual(server.received[0]?.recipients, ["zoe@example.com"])
  for (const { recipients, headers } of server.received) {
    assert.ok(!recipients.includes("eve@example.com"))
    assert.ok(!headers.some(({ key }) => key === "bcc"))
  }
})

test("an email with an unsubscribe link has the headers for one-click unsubscribing, and others do not", async (t) => {
  const server = await mailServer(t)
  const transport = transportTo(t, server.url)
  const unsubscribeLink = `https://my.portal.example/unsubscribe/${"a-_1".repeat(11)}`
  await transport.send({ ...mail, unsubscribeLink }, inTime())
  await transport.send(mail, inTime())
  const [first, second] = server.received.map(
    ({ headers }) => new Map(headers.map((h) => [h.key, h.value])),
  )
  assert.equal(first?.get("list-unsubscribe"), `<${unsubscribeLink}>`)
  assert.equal(first?.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click")
  assert.equal(second?.has("list-unsubscribe"), false)
  assert.equal(second?.has("list-unsubscribe-post"), false)
})

test("a temporary refusal is worth another try", async (t) => {
  let refused = false
  const server = await mailServer(t, {
    onRcptTo(_address, _session, done) {
      done(refused ? undefined : refusal(451))
      refused = true
    },
  })
  const transport = transportTo(t, server.url)
  const error = await notSent(transport.send(mail, inTime()))
  assert.deepEqual([error.reason, error.permanent], ["451 RCPT TO", false])
  await transport.send(mail, inTime())
  assert.equal(server.received.length, 1)
})

test("a permanent refusal of an address or an email is not worth another try", async (t) => {
  const noSuchUser = await mailServer(t, {
    onRcptTo: (_address, _session, done) => done(refusal(550)),
  })
  const address = await notSent(transportTo(t, noSuchUser.url).send(mail, inTime()))
  assert.deepEqual([address.reason, address.permanent], ["550 RCPT TO", true])

  const noSuchMail = await mailServer(t, {
    onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(554))),
  })
  const content = await notSent(transportTo(t, noSuchMail.url).send(mail, inTime()))
  assert.deepEqual([content.reason, content.permanent], ["554 DATA", true])
})

test("a refusal of the whole installation is worth another try, because an operator may correct it", async (t) => {
  const sender = await mailServer(t, {
    onMailFrom: (_address, _session, done) => done(refusal(550)),
  })
  const error = await notSent(transportTo(t, sender.url).send(mail, inTime()))
  assert.deepEqual([error.reason, error.permanent], ["550 MAIL FROM", false])

  const plain = await mailServer(t)
  const noTls = await notSent(transportTo(t, `${plain.url}?requireTLS=true`).send(mail, inTime()))
  assert.equal(noTls.permanent, false)
  assert.equal(plain.received.length, 0)
})

test("a missing or hanging server is worth another try", async (t) => {
  const closed = createServer().listen(0, "127.0.0.1")
  const port = await portOf(closed)
  closed.close()
  const away = await notSent(transportTo(t, `smtp://127.0.0.1:${port}`).send(mail, inTime()))
  assert.deepEqual([away.reason, away.permanent], ["ECONNREFUSED", false])

  const silent = createServer().listen(0, "127.0.0.1")
  t.after(() => silent.close())
  const url = `smtp://127.0.0.1:${await portOf(silent)}`
  const soon = AbortSignal.timeout(100)
  const hangs = await notSent(transportTo(t, url).send(mail, soon))
  assert.deepEqual([hangs.reason, hangs.permanent], ["EABORT", false])

  const undecided = await mailServer(t, { onData: (stream) => stream.resume() })
  const never = await notSent(transportTo(t, undecided.url).send(mail, AbortSignal.timeout(200)))
  assert.deepEqual([never.reason, never.permanent], ["EABORT", false])
})

test("an unusable address of a server or sender is refused immediately", () => {
  const from = "no-reply@portal.example"
  assert.throws(() => createSmtpTransport({ url: "localhost:25", from }), /^Error: SMTP_URL must/)
  assert.throws(() => createSmtpTransport({ url: "smtp://", from }), /^Error: SMTP_URL must/)
  assert.throws(
    () => createSmtpTransport({ url: "smtp://localhost", from: "Portal <a@b.example>" }),
    /^Error: MAIL_FROM must/,
  )
})
