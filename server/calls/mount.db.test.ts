import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { z } from "zod"
import { type Endpoint, siteKindOf } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { sendHttp } from "#testing/send-http.ts"

const host = "harbor.localhost"
const unchecked = { unrepresentable: "any" } as const
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function signedIn(username = "maria.santos", at = host): Promise<TestBrowser> {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(at, username)
  return browser
}

const own = {
  client: "harbor",
  accountNumber: demoPerson("maria.santos").accountNumber,
  policyNumber: "",
  policyHolder: { firstName: "Maria", lastName: "Santos" },
  userid: "maria.santos_harbor",
  isEmailSubscribed: true,
}

async function dashboard(browser: TestBrowser, body: object, headers = {}) {
  return await browser.call(host, "POST /myaccount-core/dashboard", body, { headers })
}

test("CALLS-03 a body with the person's own names is answered", async () => {
  assert.equal((await dashboard(await signedIn(), own)).status, 200)
})

test("a character that the database cannot store is refused anywhere in a request", async () => {
  const browser = await signedIn()
  for (const change of [
    { policyNumber: "\0" },
    { policyHolder: { firstName: "Ma\0ria", lastName: "Santos" } },
    // A lone surrogate.
    { policyNumber: "\ud800" },
  ]) {
    const answer = await dashboard(browser, { ...own, ...change })
    assert.equal(answer.status, 422)
    assert.deepEqual(answer.messageIds, ["request.invalid"])
  }
  assert.equal((await dashboard(browser, own)).status, 200)
})

const foreign: [string, object, string][] = [
  ["another person's account", { accountNumber: "james" }, "request.notYours"],
  ["another person's user id", { userid: "james.okafor_harbor" }, "request.notYours"],
  ["an agent's user id", { csUserid: "agent.kim" }, "request.notYours"],
  ["another brand", { client: "wayfarer" }, "request.clientMismatch"],
]

for (const [name, change, messageId] of foreign) {
  test(`CALLS-03 a body that names ${name} is refused`, async () => {
    const answer = await dashboard(await signedIn(), { ...own, ...change })
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.messageIds, [messageId])
  })
}

test("CALLS-03 another person's policy is reported as not found, because a 403 would log the browser out", async () => {
  const answer = await dashboard(await signedIn(), { ...own, policyNumber: "4000000017" })
  assert.equal(answer.status, 404)
  assert.deepEqual(answer.messageIds, ["product.gone"])
})

test("CALLS-03 a session of another brand is refused here", async () => {
  const browser = await signedIn("lena.fischer", "wayfarer.localhost")
  browser.tokens.set(host, browser.tokens.get("wayfarer.localhost") ?? "")
  browser.cookies.set(host, browser.cookies.get("wayfarer.localhost") ?? new Map())
  assert.equal((await dashboard(browser, own)).status, 401)
})

test("a staff member is not a customer", async () => {
  const support = "support.localhost"
  const browser = await signedIn("agent.kim", support)
  const answer = await browser.call(support, "POST /myaccount-core/dashboard", own)
  assert.equal(answer.status, 403)
  assert.deepEqual(answer.messageIds, ["session.notAllowed"])
})

test("HOST-12 each site serves only the calls that its contract row names", async () => {
  const served = { customer: host, support: "support.localhost" }
  const params = { username: "maria.santos", client: "harbor" }
  for (const [key, row] of Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]) {
    // A host outside any group finds no group.
    if (!row.role.startsWith("anonymous") || key.includes("clientGroup")) continue
    for (const [kind, at] of Object.entries(served)) {
      const body = key.startsWith("GET ") ? undefined : {}
      const { messageIds } = await app.browser().call(at, key, body, { params })
      const isServed = ["any", kind].includes(siteKindOf(row))
      assert.equal(messageIds.includes("request.notFound"), !isServed, `${key} at ${at}`)
    }
  }
})

test("CALLS-02 every call that needs a session answers 401 messages without one", async () => {
  for (const [key, row] of Object.entries(endpoints)) {
    if (row.role.startsWith("anonymous")) continue
    const body = key.startsWith("GET ") ? undefined : {}
    const answer = await app.browser().call(host, key as keyof typeof endpoints, body)
    assert.equal(answer.status, 401, key)
    assert.deepEqual(JSON.parse(answer.text), {
      type: "error",
      data: {
        messages: [
          {
            type: "ERROR",
            content: ["Please log in to continue."],
            messageId: "session.required",
          },
        ],
      },
    })
  }
})

const foreignHeaders = [
  { origin: "https://evil.example.com" },
  { origin: "http://wayfarer.localhost" },
  { origin: "null" },
  { origin: undefined, "sec-fetch-site": "cross-site" },
]

for (const headers of foreignHeaders) {
  test(`a call from ${JSON.stringify(headers)} is refused`, async () => {
    const answer = await dashboard(await signedIn(), own, headers)
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.messageIds, ["request.foreignOrigin"])
  })
}

test("a call without an origin, such as from a program, is answered", async () => {
  const answer = await dashboard(await signedIn(), own, { origin: undefined })
  assert.equal(answer.status, 200, answer.text)
})

test("HOST-02 an unknown host gets no answer to any call", async () => {
  for (const key of Object.keys(endpoints)) {
    const body = key.startsWith("GET ") ? undefined : {}
    const answer = await app.browser().call("nobody.localhost", key as keyof typeof endpoints, body)
    assert.equal(answer.status, 404, key)
    assert.deepEqual(answer.messageIds, ["host.unknown"])
  }
})

test("CALLS-02 a malformed, too large or invalid request gets its own message", async () => {
  const browser = app.browser()
  const key = "POST /appcontent/contents"
  const malformed = await browser.call(host, key, {}, { headers: { "content-type": "text/plain" } })
  assert.deepEqual([malformed.status, ...malformed.messageIds], [400, "request.malformed"])
  const large = await browser.call(host, key, { titles: ["x".repeat(100_000)] })
  assert.deepEqual([large.status, ...large.messageIds], [413, "request.tooLarge"])
  const invalid = await browser.call(host, key, { titles: "welcome" })
  assert.deepEqual([invalid.status, ...invalid.messageIds], [422, "request.invalid"])
  assert.doesNotMatch(invalid.text, /titles/, "no name of a field")
})

test("a card number is refused anywhere in a request, before all other checks", async () => {
  const number = "4242 4242-4242 4242"
  const refused = [422, "request.cardNumber"]
  const browser = app.browser()
  const inBody = await browser.call(host, "POST /myaccount-core/dashboard", { a: [{ b: number }] })
  assert.deepEqual([inBody.status, ...inBody.messageIds], refused)
  const escaped = `{"a":"${number.replaceAll("4", "\\u0034")}"}`
  const headers = { "content-type": "application/json" }
  const path = "/appauth/login"
  const hidden = await sendHttp(app.port, host, { method: "POST", path, headers, body: escaped })
  assert.deepEqual([hidden.status, ...hidden.messageIds], refused)
  const params = { nameOrId: number }
  const inPath = await browser.call(host, "GET /appcontent/clientGroup/{nameOrId}", undefined, {
    params,
  })
  assert.deepEqual([inPath.status, ...inPath.messageIds], refused)
})

test("a call that does not exist gets an answer with messages", async () => {
  const { status, text } = await app.browser().get(host, "/appauth/nothing")
  assert.equal(status, 404)
  assert.equal(JSON.parse(text).data.messages[0].messageId, "request.notFound")
})

test("every answer has the id of its request, and the browser stores none of them", async () => {
  const answer = await app.browser().call(host, "GET /appcontent/clientAttributes")
  assert.match(String(answer.headers["x-request-id"]), /^[0-9a-f]{10}$/)
  assert.equal(answer.headers["cache-control"], "no-store")
})

test("the API document and its page are served", async () => {
  const document = await app.browser().get(host, "/openapi.json")
  assert.equal(JSON.parse(document.text).openapi, "3.1.0")
  const page = await app.browser().get(host, "/docs")
  assert.match(page.text, /POST<\/b> \/appauth\/login/)
})

test("the health endpoints report that the process is alive and can serve", async () => {
  assert.equal((await app.browser().get(host, "/healthz")).status, 200)
  assert.equal((await app.browser().get(host, "/readyz")).status, 200)
})

test("a call that renders or reads a PDF has a rate limit", () => {
  const rows = Object.entries<Endpoint>(endpoints)
  const withPdf = rows.filter(([, { reply }]) =>
    JSON.stringify(z.toJSONSchema(reply, unchecked)).includes('"document"'),
  )
  assert.ok(withPdf.length >= 4)
  for (const [key, { rateLimit }] of withPdf) assert.ok(rateLimit, key)
})

test("200 people at one address load six pages in a minute, and more pages wait", async () => {
  const browser = app.browser()
  for (const path of ["/appcontent/serviceStatus", "/appcontent/backendServices"]) {
    const statusOfNext = async () => (await browser.get(host, path)).status
    for (let page = 0; page < 6; page += 1) {
      const statuses = await Promise.all(Array.from({ length: 200 }, statusOfNext))
      assert.deepEqual(new Set(statuses), new Set([200]), path)
    }
    assert.equal(await statusOfNext(), 429, path)
    app.clock.advance({ minutes: 1 })
    assert.equal(await statusOfNext(), 200, path)
  }
})
