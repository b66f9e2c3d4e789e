import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import type { Files } from "#commands/load/example-folder.ts"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { logLines } from "#testing/log-lines.ts"
import { createCommands } from "#testing/operator-commands.ts"
import { sendHttp } from "#testing/send-http.ts"

let app: TestApp
let commands: ReturnType<typeof createCommands>
let logged: string
/** Preview links of the demo's Harbor with another name, color and welcome, and of a new brand. */
let links: { client: string; number: number; host: string; link: string }[]

const host = "new-fund.localhost"
const css = ":root { --brand-accent: #123456 }"

beforeEach(async () => {
  logged = ""
  const logTo = logLines((line) => {
    logged += `${line}\n`
  })
  app = await startTestApp({ logTo })
  commands = createCommands(app.database, app.clock, app.port)
  const { out, err, code } = await commands.preview(files("Harbor Renamed", css), "--json")
  assert.equal(code, 0, err)
  links = JSON.parse(out)
})

afterEach(() => app.close())

/** A folder with Harbor's brand and a brand that the portal does not have. */
function files(name: string, css: string): Files {
  const brand = (client: string, host: string, cssFile: string | null) => ({
    ...{ client, name, phoneNumber: "1-800-555-0100", timeZone: "America/New_York" },
    ...{ metaDescription: "A fund.", searchIndex: true, showContactUs: false, showAboutUs: false },
    mailColor: "#123456",
    gtmId: "GTM-NEW1",
    brandDetail: { primaryLogo: "logo.svg", cssFile },
    sites: [{ host, isCustomerSite: true }],
  })
  return {
    "clients/harbor/client.json": {
      ...brand("harbor", "harbor.localhost", "brand.css"),
      sites: ["harbor.localhost", "localhost"].map((host) => ({ host, isCustomerSite: true })),
    },
    "clients/harbor/content/welcome.html": "<p>Ahoy.</p>",
    "clients/harbor/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "clients/harbor/assets/brand.css": css,
    "clients/new-fund/client.json": brand("new-fund", host, null),
    "clients/new-fund/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  }
}

function tokenFor(host: string): string {
  return links.find((one) => one.host === host)?.link.split("#")[1] ?? ""
}

async function open(at: string, token: string, origin = app.origin(at)) {
  const sent = { method: "POST", path: "/preview", body: JSON.stringify({ token }) }
  const headers = { "content-type": "application/json", origin }
  return await sendHttp<{ message?: string }>(app.port, at, { ...sent, headers })
}

async function holder(at: string): Promise<TestBrowser> {
  const browser = app.browser()
  const { status, headers } = await open(at, tokenFor(at))
  assert.equal(status, 204)
  const [cookie = ""] = headers["set-cookie"] ?? []
  assert.match(cookie, /^preview=[^;]+; Max-Age=86\d{3}; Path=\/; HttpOnly; SameSite=Lax$/)
  browser.cookies.set(at, new Map([["preview", /=([^;]+)/.exec(cookie)?.[1] ?? ""]]))
  return browser
}

async function page(browser: TestBrowser, at: string, path = "/") {
  const { text, headers, status } = await browser.get(at, path)
  const data = /<script type="application\/json" id="first-page"[^>]*>(.*?)<\/script>/.exec(text)
  const firstPage = data && (JSON.parse(data[1] ?? "") as FirstPage)
  return { text, status, firstPage, policy: String(headers["content-security-policy"]) }
}

test("RELEASE-03 the holder of a link sees the release on the real host, and every other browser sees the published site", async () => {
  assert.deepEqual(
    links.map((one) => [one.client, one.number, one.host]),
    [
      ["harbor", 2, "harbor.localhost"],
      ["harbor", 2, "localhost"],
      ["new-fund", 1, host],
    ],
  )
  assert.ok(links[0]?.link.startsWith(`${app.origin("harbor.localhost")}/preview#`))
  const browser = await holder("harbor.localhost")
  const shown = await page(browser, "harbor.localhost")
  assert.match(shown.text, /<title>Harbor Renamed Login<\/title>/)
  assert.match(
    shown.text,
    /Preview of release 2, not published\. <a href="\/preview\/leave">Leave preview<\/a>/,
  )
  assert.equal(shown.firstPage?.contents.welcome, "<p>Ahoy.</p>")
  assert.match(shown.text, /<meta name="robots" content="noindex">/)
  const { reply } = await browser.call("harbor.localhost", "POST /appcontent/contents", {
    titles: ["welcome"],
  })
  assert.equal(reply.items[0]?.content, "<p>Ahoy.</p>")
  const attributes = await browser.call("harbor.localhost", "GET /appcontent/clientAttributes")
  assert.deepEqual(attributes.reply, shown.firstPage?.initData)

  const other = await page(app.browser(), "harbor.localhost")
  assert.match(other.text, /<title>Harbor Mutual Login<\/title>/)
  assert.doesNotMatch(other.text, /preview/i)
  assert.notEqual(other.firstPage?.contents.welcome, "<p>Ahoy.</p>")
  assert.match((await page(browser, "harbor.localhost")).text, /Harbor Renamed/)
})

test("RELEASE-03 a preview's files have separate addresses that only its holder can open, and no cache stores them", async () => {
  const browser = await holder("harbor.localhost")
  const { firstPage } = await page(browser, "harbor.localhost")
  const address = firstPage?.initData.brandDetail.cssFileUrl ?? ""
  assert.equal(address, "/brand/harbor/preview-2/brand.css")
  const file = await browser.get("harbor.localhost", address)
  assert.deepEqual([file.status, file.text, file.headers["cache-control"]], [200, css, "no-store"])
  for (const other of [app.browser(), await holder("localhost")]) {
    assert.equal((await other.get("harbor.localhost", address)).status, 404)
  }
  assert.equal((await browser.get("harbor.localhost", address.replace("2", "1"))).status, 404)
  const foreign = address.replace("harbor", "wayfarer")
  assert.equal((await browser.get("harbor.localhost", foreign)).status, 404)
})

test("RELEASE-04 the policy of a page is that of the previewed release, and payment pages contain no brand scripts", async () => {
  const browser = await holder("harbor.localhost")
  const login = await page(browser, "harbor.localhost")
  assert.match(login.policy, /googletagmanager/)
  assert.doesNotMatch((await page(app.browser(), "harbor.localhost")).policy, /googletagmanager/)
  const payments = await page(browser, "harbor.localhost", "/payment-center")
  assert.match(payments.text, /Preview of release 2/)
  assert.doesNotMatch(payments.policy, /googletagmanager/)
})

test("RELEASE-04 a forged, expired or foreign link is refused, and its token is not logged", async () => {
  const token = tokenFor("harbor.localhost")
  const [id = "", content = "", seal = ""] = token.split(".")
  const other = JSON.stringify({ ...JSON.parse(atob(content)), host: "wayfarer.localhost" })
  const forged = [id, Buffer.from(other).toString("base64url"), seal].join(".")
  for (const [at, typed] of [
    ["wayfarer.localhost", token],
    ["localhost", token],
    ["wayfarer.localhost", forged],
    ["harbor.localhost", `${id}.${content}.`],
    ["harbor.localhost", `${token}.x`],
    ["harbor.localhost", ""],
  ] as const) {
    const refused = await open(at, typed)
    assert.equal(refused.status, 403, at)
    assert.equal(refused.headers["set-cookie"], undefined)
  }
  assert.equal((await open("harbor.localhost", token, "http://evil.example")).status, 403)
  const carrier = app.browser()
  carrier.cookies.set("wayfarer.localhost", new Map([["preview", token]]))
  assert.doesNotMatch((await page(carrier, "wayfarer.localhost")).text, /Preview of/)
  assert.ok(!logged.includes(content) && !logged.includes(seal))
})

test("RELEASE-03 a brand that has never been published is previewed at its own host, which serves only content", async () => {
  const browser = await holder(host)
  const shown = await page(browser, host)
  assert.equal(shown.status, 200)
  assert.match(shown.text, /<title>Harbor Renamed Login<\/title>/)
  assert.equal((await page(app.browser(), host)).status, 404)
  const login = await browser.call(host, "POST /appauth/login", {})
  assert.equal(login.status, 404)
})

test("RELEASE-03 a preview ends when its holder leaves it, and after a day", async () => {
  const browser = await holder("harbor.localhost")
  const left = await browser.get("harbor.localhost", "/preview/leave")
  assert.deepEqual([left.status, left.headers.location], [303, "/"])
  assert.doesNotMatch((await page(browser, "harbor.localhost")).text, /Preview of/)
  const stays = await holder("harbor.localhost")
  app.clock.advance({ hours: 25 })
  assert.doesNotMatch((await page(stays, "harbor.localhost")).text, /Preview of/)
  assert.equal((await open("harbor.localhost", tokenFor("harbor.localhost"))).status, 403)
})

test("RELEASE-07 a preview from before a later release is refused, unless the operator names that release", async () => {
  await commands.run("set", "harbor", "field", "phoneNumber", "1-800-555-0177")
  const refused = await commands.run("publish", "harbor", "2")
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /made from release 1, and release 3 is published now \(kim: set field phoneNumber\)/,
  )
  const wrong = await commands.run("publish", "harbor", "2", "--over", "1")
  assert.equal(wrong.code, 1)
  const unready = await commands.run("publish", "harbor", "2", "--over", "3")
  assert.match(unready.err, /error \([\s\S]*Nothing was published\./)
  const kinds = [...unready.err.matchAll(/--allow (\S+)/g)].flatMap(([, kind = ""]) => {
    return ["--allow", kind]
  })
  const done = await commands.run("publish", "harbor", "2", "--over", "3", ...kinds)
  assert.equal(done.out, "harbor: release 2 is published instead of release 3.\n")
  const again = await commands.run("publish", "harbor", "3")
  assert.match(
    again.err,
    /was published before\. Bring it back with: npm run my-account -- rollback harbor 3/,
  )
})
