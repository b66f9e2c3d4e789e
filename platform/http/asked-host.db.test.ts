import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { maria, recoveryOf } from "#testing/recovery.ts"

const host = "harbor.localhost"
let app: TestApp
/** The application behind a proxy on this machine. */
let proxied: TestApp

before(async () => {
  const env = { TRUST_PROXY: "127.0.0.1", SITE_ADDRESS: "https://{host}" }
  app = await startTestApp()
  proxied = await startTestApp({ env })
})

after(() => Promise.all([app.close(), proxied.close()]))

/** Sends these lines unchanged, and returns the status and the rest of the answer. */
async function sendLines(lines: string[], port = app.port): Promise<[number, string]> {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  // The socket stays open, because Node drops the answer to a client that closes its side.
  socket.write(`${lines.join("\r\n")}\r\n\r\n`)
  const answer = await text(socket)
  return [Number(answer.split(" ", 2)[1]), answer]
}

const forged = [
  `${host}:3130@evil.example`,
  `${host}:80/evil`,
  `${host}:80"`,
  ...[":abc", ":99999", ":-1", ":80 x", ":80;x", ":[", ":<", ":{{", ":", ":80:80", ":0x50"].map(
    (end) => `${host}${end}`,
  ),
  ...["evil@", "a b.", "x,", "http://", "/", "..", ".", "[::1]", "<", "é.", "%00."].map(
    (start) => `${start}${host}`,
  ),
  ...["[::1]", "[::1]:3000", "[", "-", "@", ":80", `${"a".repeat(254)}`, `${host}..`],
]

test("ORIGIN-01 a Host that is not a plain name with an optional port gets 400, for every path", async () => {
  for (const name of forged) {
    for (const path of ["/", "/reset-password/x", "/appcontent/clientAttributes", "/assets/x.js"]) {
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${name}`, "Connection: close"]
      const [status, answer] = await sendLines(lines)
      assert.equal(status, 400, `${name} ${path}`)
      assert.doesNotMatch(answer, /evil/)
    }
  }
})

test("ORIGIN-01 all four calls answer a forged Host in the same way, and send no email", async () => {
  const before = await app.sentEmails()
  for (const name of [`${host}:3130@evil.example`, `${host}:80"`]) {
    const headers = { host: name }
    for (const body of [
      { certificateNo: maria.certificateNo, emailAddress: maria.email },
      { certificateNo: "4999999999", emailAddress: "stranger@example.com" },
    ]) {
      const names = { firstName: "Maria", lastName: "Santos", client: "harbor", hostName: host }
      const key = "POST /appauth/forgotUsername"
      const answer = await app.browser().call(host, key, { ...body, ...names }, { headers })
      assert.deepEqual([answer.status, answer.messageIds], [400, ["host.malformed"]])
    }
  }
  assert.deepEqual(await app.sentEmails(), before)
})

test("ORIGIN-02 two Host lines get 400, even if they are equal", async () => {
  for (const second of [host, "wayfarer.localhost", ""]) {
    const lines = ["GET /healthz HTTP/1.1", `Host: ${host}`, `hOsT: ${second}`, "Connection: close"]
    assert.equal((await sendLines(lines))[0], 400, second)
  }
})

test("ORIGIN-02 an absolute URL in the request line must contain the Host, and its path is used", async () => {
  const ask = (target: string) =>
    sendLines([`GET ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close"])
  assert.equal((await ask(`http://${host}/healthz`))[0], 200)
  assert.equal((await ask("http://evil.example/healthz"))[0], 400)
  const [status, page] = await ask(`http://${host}`)
  assert.equal(status, 200)
  assert.match(page, /Harbor Mutual/)
})

test("ORIGIN-03 health and metrics answer at the machine's address, or without a Host", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    for (const name of ["10.0.0.5:3000", "10.0.0.5", "[::1]:3000", "[2001:db8::1]", "node_7:80"]) {
      const [status] = await sendLines([
        `GET ${path} HTTP/1.1`,
        `Host: ${name}`,
        "Connection: close",
      ])
      assert.equal(status, 200, `${path} ${name}`)
    }
    assert.equal((await sendLines([`GET ${path} HTTP/1.0`]))[0], 200)
  }
  assert.equal((await sendLines(["GET / HTTP/1.0"]))[0], 404)
})

/** The link in Maria's username email, requested at this host with these headers. */
async function linkOf(to: TestApp, at: string, headers: Record<string, string>): Promise<string> {
  to.clock.advance({ hours: 2 })
  const browser = to.browser()
  const { call } = browser
  browser.call = (asked, key, body, options) =>
    call(asked, key, body, { ...options, headers: { ...headers, ...options?.headers } })
  const answer = await recoveryOf(browser, { ...maria, host: at }).forgotUsername()
  assert.equal(answer.status, 200, answer.text)
  const mail = await to.readMail(maria.email, "username")
  return mail.text.match(/Log in:\n(.*)/)?.[1] ?? ""
}

test("ORIGIN-04 email links lead to the stored host for every requested port or alias", async () => {
  const own = app.origin(host)
  for (const name of [`${host}:1`, host, "HARBOR.localhost", `${host}.`]) {
    assert.equal(await linkOf(app, host, { host: name }), own, name)
  }
  assert.equal(await linkOf(app, "localhost", {}), own)
})

test("ORIGIN-04 behind a proxy, email links follow SITE_ADDRESS, and X-Forwarded-Host if it names a site", async () => {
  const origin = `https://${host}`
  const ignored = [
    `${host}:443@evil.example`,
    "evil.example",
    "",
    `${host}, evil.example`,
    "wayfarer.localhost/",
  ]
  for (const forwarded of ignored) {
    const headers = { "x-forwarded-host": forwarded, "x-forwarded-proto": "javascript", origin }
    assert.equal(await linkOf(proxied, host, headers), origin, forwarded)
  }
  const inside = { host: "10.0.0.5:3000", "x-forwarded-host": `evil.example, ${host}:443`, origin }
  assert.equal(await linkOf(proxied, host, inside), origin)
})

test("ORIGIN-04 X-Forwarded-Host from any other sender is ignored", async () => {
  const headers = { "x-forwarded-host": "wayfarer.localhost", "x-forwarded-proto": "https" }
  const { text: page } = await app.browser().get(host, "/", headers)
  assert.match(page, /<title>Harbor Mutual/)
  const { text: other } = await proxied.browser().get(host, "/", headers)
  assert.match(other, /<title>Wayfarer/)
})

test("ORIGIN-07 cookies and HSTS follow SITE_ADDRESS, not the request", async () => {
  const secure = await recoveryOf(proxied.browser(), maria).question()
  assert.match(String(secure.headers["set-cookie"]), /^__Host-recovery=.*Secure/)
  assert.match(String(secure.headers["strict-transport-security"]), /max-age=31536000/)
  const browser = app.browser()
  const { headers } = await browser.get(host, "/", { "x-forwarded-proto": "https" })
  assert.equal(headers["strict-transport-security"], undefined)
  const plain = await recoveryOf(browser, maria).question()
  assert.match(String(plain.headers["set-cookie"]), /^recovery=/)
})

test("LIMIT-01 behind a proxy that adds ports, an address has one count, and a value that is not an address is counted for the proxy", async () => {
  const publicIp = async (forwarded: string) => {
    const headers = { "x-forwarded-for": forwarded }
    const browser = proxied.browser()
    return (await browser.call(host, "GET /appcontent/publicIp", undefined, { headers })).reply.ip
  }
  for (const [forwarded, ip] of [
    ["203.0.113.9:53211", "203.0.113.9"],
    ["[2001:db8:85a3:1234:5678:8a2e:3707:7334]:65535", "2001:db8:85a3:1234:5678:8a2e:3707:7334"],
    ["198.51.100.1, 203.0.113.9:80", "203.0.113.9"],
    ["203.0.113.9:80, 127.0.0.1:81", "203.0.113.9"],
    ["unknown", "127.0.0.1"],
    ["x".repeat(5_000), "127.0.0.1"],
  ] as const) {
    assert.equal(await publicIp(forwarded), ip, forwarded)
  }
  const redeem = async (forwarded: string) => {
    const origin = `https://${host}`
    const options = { headers: { "x-forwarded-for": forwarded, origin } }
    const body = { token: "not-one-of-ours" }
    const browser = proxied.browser()
    return (await browser.call(host, "POST /appauth/handoff/redeem", body, options)).status
  }
  for (const address of [(n: number) => `203.0.113.77:${50_000 + n}`, (n: number) => `who ${n}`]) {
    for (let n = 0; n < 30; n += 1) assert.equal(await redeem(address(n)), 404)
    assert.equal(await redeem(address(30)), 429)
  }
})
