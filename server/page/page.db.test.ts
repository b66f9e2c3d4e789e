import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import Fastify from "fastify"
import type { FirstPage } from "#contracts/brands/first-page.ts"
import { isPaymentAddress, screens } from "#contracts/screens.ts"
import { sql } from "#database/sql.ts"
import { findSite } from "#services/brands/sites.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { setBrandScripts } from "#testing/brand-scripts.store.ts"
import { sendHttp } from "#testing/send-http.ts"
import { handleErrors } from "../calls/errors.ts"
import { noGateway } from "./content-security-policy.ts"
import { servePages } from "./page.ts"
import { noteRelease, storeRelease } from "./releases.store.ts"
import { noPages, serveFiles } from "./web.ts"

let app: TestApp

before(async () => {
  app = await startTestApp({
    web: {
      ...noPages,
      release: "present",
      files: async () => [{ path: "/assets/present.js", body: Buffer.from("present") }],
      // The folder has no such files, so all come from the database.
      serve: (fastify, earlier) => serveFiles(fastify, import.meta.dirname, earlier),
    },
  })
})

after(() => app.close())

async function page(host: string, path = "/") {
  const answer = await app.browser().get(host, path)
  const data = /<script type="application\/json" id="first-page"[^>]*>(.*?)<\/script>/.exec(
    answer.text,
  )
  const firstPage = data && (JSON.parse(data[1] ?? "") as FirstPage)
  return { ...answer, firstPage }
}

/**
 * Adds a new host of a client. Brand data are briefly cached, so a test that changes them uses a
 * new host.
 */
async function addHost(host: string, client: string, isCustomerSite = true): Promise<void> {
  await app.database.rows(
    sql`insert into appcontent.site (host, client, is_customer_site)
      values (${host}, ${client}, ${isCustomerSite})`,
  )
}

/** Adds a new client with the brand of Local 1104, these contents, and a separate host. */
async function addClient(client: string, contents: Record<string, string> = {}): Promise<string> {
  await app.database.rows(
    sql`insert into appcontent.client
      select (jsonb_populate_record(known, jsonb_build_object('client', ${client}::text))).*
      from appcontent.client as known where known.client = 'steelworkers'`,
  )
  for (const [title, html] of Object.entries(contents)) {
    await app.database.rows(
      sql`insert into appcontent.content (client, title, html) values (${client}, ${title}, ${html})`,
    )
  }
  const host = `${client}.localhost`
  await addHost(host, client)
  return host
}

test("HOST-01 the page contains every init field of its host's client", async () => {
  const { status, firstPage } = await page("harbor.localhost")
  assert.equal(status, 200)
  const { reply } = await app.browser().call("harbor.localhost", "GET /appcontent/clientAttributes")
  assert.deepEqual(firstPage?.initData, reply)
  const specified = [
    "client",
    "clientName",
    "clientPhoneNumber",
    "isCustomerSite",
    "isClientGroup",
    "clientGroupName",
    "clientGroupHostName",
    "gtmId",
    "searchIndex",
    "metaDescription",
    "showContactUs",
    "showAboutUs",
    "brandDetail",
  ]
  for (const field of specified) assert.ok(field in reply, field)
  assert.deepEqual(Object.keys(reply.brandDetail).sort(), [
    "cssFileUrl",
    "logoImageUrl",
    "primaryLogo",
    "primaryLogoAnchorLink",
    "secondLogo",
  ])
})

test("HOST-02 an unknown host gets HTTP 404, its page, and no application", async () => {
  const { status, text, firstPage } = await page("nobody.localhost", "/dashboard")
  assert.equal(status, 404)
  assert.match(text, /Oops, page not found/)
  assert.match(text, /Sorry, the page you are looking for is not here\./)
  assert.match(text, /Error 404/)
  assert.doesNotMatch(text, /<script/)
  assert.equal(firstPage, null)
})

test("HOST-13 an address with a slash at its end, capital letters, an encoded # or a dot after its host leads to its screen, and a malformed one to the branded 404 page", async () => {
  const secret = randomBytes(32).toString("base64url")
  const reset = `/reset-password/${secret}`
  const forms = {
    [`${reset}/${secret}`]: reset,
    [`${reset}https://harbor.localhost${reset}`]: reset,
    [`/Reset-Password//${secret}`]: reset,
    [`/unsubscribe/${secret}/more/text`]: `/unsubscribe/${secret}`,
    "/dashboard/": "/dashboard",
    "/Forgot-Username?a=B": "/forgot-username?a=B",
    "/RESET-password/aBc_-1/": "/reset-password/aBc_-1",
    "/Payment-Center/": "/payment-center",
    "/log-in-link%23aBc_-1": "/log-in-link#aBc_-1",
    "/log-in-link%2523aBc_-1": "/log-in-link#aBc_-1",
    "/Log-In-Link/%23register-aBc_-1?utm=1": "/log-in-link?utm=1#register-aBc_-1",
    "/email-change/yes%23aBc_-1": "/email-change/yes#aBc_-1",
    "/reset-password%2FaBc_-1": "/reset-password/aBc_-1",
    "/reset-password/aBc_-1%23": "/reset-password/aBc_-1#",
    "/login": "/",
    "/LogIn/?a=B": "/?a=B",
    "/Sign-In/": "/",
  }
  for (const [typed, canonical] of Object.entries(forms)) {
    const { status, headers } = await app.browser().get("harbor.localhost", typed)
    assert.deepEqual([status, headers.location], [301, canonical])
  }
  for (const host of ["wayfarer", "trades", "electricians", "support"]) {
    const { status, headers } = await app.browser().get(`${host}.localhost`, "/Login/")
    assert.deepEqual([status, headers.location], [301, "/"], host)
  }
  const dotted = await app.browser().get("harbor.localhost.", "/Dashboard/?a=B")
  assert.equal(dotted.status, 301)
  assert.match(dotted.headers.location ?? "", /^http:\/\/harbor\.localhost(:\d+)?\/dashboard\?a=B$/)
  const unknown = await app.browser().get("harbor.localhost.", "/nowhere%23a")
  assert.match(unknown.headers.location ?? "", /^http:\/\/harbor\.localhost(:\d+)?\/nowhere%23a$/)
  const malformed = [
    "//",
    "///",
    "//foo",
    "//dashboard",
    "/dashboard//",
    "/%",
    "/%ff",
    "/dashboard/%00",
  ]
  for (const path of [...malformed, "/product-details/%"]) {
    const { status, text } = await page("harbor.localhost", path)
    assert.equal(status, 404, path)
    assert.match(text, /<title>Harbor Mutual<\/title>/)
  }
  const call = await app.browser().get("harbor.localhost", "/appcontent/clientGroup/%")
  assert.equal(call.status, 400)
})

test("HOST-03 two hosts of two clients show two brands", async () => {
  const [harbor, wayfarer] = await Promise.all([
    page("harbor.localhost"),
    page("wayfarer.localhost"),
  ])
  assert.match(harbor.text, /<title>Harbor Mutual Login<\/title>/)
  assert.match(wayfarer.text, /<title>Wayfarer Assistance Login<\/title>/)
  const css = harbor.firstPage?.initData.brandDetail.cssFileUrl ?? ""
  const file = await app.browser().get("harbor.localhost", css)
  assert.equal(file.status, 200)
  assert.equal(file.headers["cache-control"], "public, max-age=31536000, immutable")
  assert.equal(file.headers.vary, "accept-encoding")
  const other = await app.browser().get("harbor.localhost", css.replace(/[0-9a-f]{16}/, "x"))
  assert.equal(other.headers["cache-control"], "public, max-age=3600")
})

test("HOST-03 a click-through link without a scheme gets https", async () => {
  await app.database.rows(
    sql`update appcontent.client set primary_logo_link = 'www.example.com' where client = 'support'`,
  )
  await addHost("linked.localhost", "support", false)
  const { firstPage } = await page("linked.localhost")
  assert.equal(firstPage?.initData.brandDetail.primaryLogoAnchorLink, "https://www.example.com")
})

test("HOST-08 ACCESS-04 managed content words a page's title, and replaces the accessibility statement", async () => {
  const host = await addClient("bakers", {
    "page titles": '{"login":"Welcome in","accessibility":"For everyone"}',
    "accessibility statement": "<p>Ours</p>",
  })
  const { text } = await page(host)
  assert.match(text, /<title>Steelworkers Local 1104 Welcome in<\/title>/)
  const statement = await page(host, "/accessibility")
  assert.match(statement.text, /<title>Steelworkers Local 1104 For everyone<\/title>/)
  assert.equal(statement.firstPage?.contents["accessibility statement"], "<p>Ours</p>")
})

test("HOST-08 the call returns the requested titles, with defaults where content is missing", async () => {
  const titlesOf = async (host: string, titles: string[]) => {
    const { reply } = await app.browser().call(host, "POST /appcontent/pagesTitle", { titles })
    return JSON.parse(reply.items[0]?.content ?? "") as Record<string, string>
  }
  const all = await titlesOf("harbor.localhost", ["page titles"])
  assert.deepEqual(Object.keys(all), Object.keys(screens))
  const managed = await app.database.rows<{ html: string }>(
    sql`select html from appcontent.content where client = 'harbor' and title = 'page titles'`,
  )
  assert.deepEqual(JSON.parse(managed[0]?.html ?? ""), all)
  const host = await addClient("joiners", { "page titles": '{"login":"Welcome in"}' })
  assert.deepEqual(await titlesOf(host, ["login", "payNow", "nothing"]), {
    login: "Welcome in",
    payNow: "Pay Now",
  })
})

test("HOST-09 managed HTML is cleaned when shown, for any content in the table", async () => {
  const host = await addClient("masons", {
    "about us": '<p onclick="x()">Hi<script>x()</script></p>',
  })
  const { firstPage } = await page(host)
  assert.equal(firstPage?.contents["about us"], "<p>Hi</p>")
})

test("the page's scripts run with a nonce that is new each time", async () => {
  const nonces = new Set<string>()
  for (let n = 0; n < 3; n += 1) {
    const { headers, text } = await page("harbor.localhost")
    const policy = String(headers["content-security-policy"])
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? ""
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(text.includes(`nonce="${nonce}"`))
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 3)
})

test("SESSION-08 a page may connect to a tag manager only if its client has one", async () => {
  const policyAt = async (host: string) =>
    String((await page(host)).headers["content-security-policy"])
  await app.database.rows(
    sql`update appcontent.client set gtm_id = 'GTM-TEST' where client = 'wayfarer'`,
  )
  await addHost("measured.localhost", "wayfarer")
  assert.match(
    await policyAt("measured.localhost"),
    /connect-src 'self' https:\/\/www\.googletagmanager/,
  )
  assert.doesNotMatch(await policyAt("harbor.localhost"), /googletagmanager/)
})

test("SCRIPT-04 documents of the payment center contain nothing of a brand except its icon, and connect only to the gateway", async () => {
  const host = await addClient("welders")
  await setBrandScripts(app, {
    client: "welders",
    gtmId: "GTM-TEST",
    headTags: [
      { tag: "link", rel: "icon", href: "/brand/trades/icon/icon.svg" },
      { tag: "link", rel: "stylesheet", href: "https://chat.example.com/chat.css" },
      { tag: "meta", name: "verification", content: "head-tag" },
      { tag: "script", src: "https://chat.example.com/head.js" },
    ],
    bodyScripts: [{ src: "https://chat.example.com/body.js" }, { text: "let inBody = 1" }],
    scriptOrigins: ["https://chat.example.com"],
    connectOrigins: ["https://api.example.com"],
    frameOrigins: ["https://frames.example.com"],
    imageOrigins: ["https://pictures.example.com"],
    styleOrigins: ["https://styles.example.com"],
  })
  for (const path of [
    "/payment-center",
    "/payment-center/nowhere/",
    "/payment-center/products",
    "/payment-center/payment-methods?x=1",
    "/payment-center/pay-now",
    "/payment-center/nowhere",
  ]) {
    const { text, headers } = await page(host, path)
    const policy = String(headers["content-security-policy"])
    assert.doesNotMatch(
      text + policy,
      /(chat|api|frames|pictures|styles)\.example\.com|googletagmanager|head-tag|inBody/,
      path,
    )
    assert.match(text, /rel="icon" href="\/brand\/trades/)
    assert.ok(policy.includes(`connect-src 'self' ${app.gateway.address};`), policy)
    assert.ok(policy.includes(`frame-src 'self' ${app.gateway.address};`), policy)
    assert.match(policy, /require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /strict-dynamic|unsafe|https:/)
    assert.equal(headers["cross-origin-opener-policy"], "noopener-allow-popups")
  }
  const elsewhere = await page(host, "/dashboard")
  const policy = String(elsewhere.headers["content-security-policy"])
  for (const part of [
    "https://www.googletagmanager.com https://chat.example.com;",
    "https://api.example.com wss://api.example.com;",
    "frame-src https://frames.example.com;",
    "https://pictures.example.com;",
    "https://styles.example.com;",
  ]) {
    assert.ok(policy.includes(part), `${part} in ${policy}`)
  }
  assert.match(elsewhere.text, /head-tag.*head\.js.*body\.js.*inBody/s)
  assert.ok(!policy.includes(app.gateway.address), "the gateway is for card forms alone")
})

test("SECRET-31 Trusted Types are enforced without a brand's scripts, and only reported with them", async () => {
  const enforced = await page("harbor.localhost")
  assert.match(
    String(enforced.headers["content-security-policy"]),
    /require-trusted-types-for 'script'; trusted-types [a-z -]+;/,
  )
  const host = await addClient("masters")
  await setBrandScripts(app, { client: "masters", gtmId: "GTM-TEST" })
  const { headers } = await page(host)
  assert.doesNotMatch(String(headers["content-security-policy"]), /trusted-types/)
  assert.match(String(headers["content-security-policy-report-only"]), /require-trusted-types-for/)
})

test("ASVS-04 each reply has its type with a charset, nosniff, a policy and a referrer policy, and TRACE has none", async () => {
  const paths = {
    "/": "text/html",
    "/nowhere": "text/html",
    "/docs": "text/html",
    "/openapi.json": "application/json",
    "/readyz": "application/json",
    "/appcontent/serviceStatus": "application/json",
    "/appauth/nowhere": "application/json",
    "/assets/present.js": "text/javascript",
    "/assets/web.ts": "video/mp2t",
    "/brand/harbor/icon/icon.svg": "image/svg+xml",
    "/brand/harbor/style/brand.css": "text/css",
  }
  for (const [path, type] of Object.entries(paths)) {
    const { headers, status } = await app.browser().get("harbor.localhost", path)
    const said = String(headers["content-type"])
    const isText = !type.startsWith("video/")
    assert.ok(said.startsWith(type), `${path} ${status}: ${said}`)
    if (isText) assert.match(said, /; ?charset=utf-8$/i, path)
    assert.equal(headers["x-content-type-options"], "nosniff", path)
    assert.equal(headers["referrer-policy"], "same-origin", path)
    assert.equal(headers["access-control-allow-origin"], undefined, path)
    const policy = String(headers["content-security-policy"])
    assert.match(policy, /object-src 'none'|default-src 'none'/, path)
    assert.match(policy, /base-uri 'none'/, path)
    assert.match(policy, /frame-ancestors 'none'/, path)
  }
  const traced = await sendHttp(app.port, "harbor.localhost", {
    ...{ method: "TRACE", path: "/", headers: {} },
  })
  assert.equal(traced.status, 404)
  assert.doesNotMatch(traced.text, /TRACE/)
})

test("TENANT-03 a host serves the brand files of its own client and of its unions only", async () => {
  const status = async (host: string, client: string) =>
    (await app.browser().get(host, `/brand/${client}/icon/icon.svg`)).status
  const own = [
    ["harbor.localhost", "harbor"],
    ["trades.localhost", "trades"],
    ["trades.localhost", "electricians"],
    ["electricians.localhost", "electricians"],
  ] as const
  for (const [host, client] of own) assert.equal(await status(host, client), 200, host)
  for (const [host, client] of [
    ["harbor.localhost", "wayfarer"],
    ["harbor.localhost", "electricians"],
    ["electricians.localhost", "steelworkers"],
    ["support.localhost", "harbor"],
    ["nobody.localhost", "harbor"],
  ] as const) {
    assert.equal(await status(host, client), 404, `${host} ${client}`)
  }
})

test("SECRET-32 no answer of any kind may be framed", async () => {
  const browser = app.browser()
  for (const path of [
    "/",
    "/docs",
    "/healthz",
    "/appcontent/serviceStatus",
    "/appcontent/nowhere",
    "/brand/harbor/icon/icon.svg",
    "/assets/nothing.js",
  ]) {
    const { headers } = await browser.get("harbor.localhost", path)
    assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/, path)
  }
})

test("FIELDS-03 a page of the payment center may load the payment gateway, and no other page may", async () => {
  const { address } = app.gateway
  const policyOf = async (host: string, path: string) => {
    const { headers } = await app.browser().get(host, path)
    return String(headers["content-security-policy"])
  }
  const customerPaths = Object.values(screens).map(({ path }) => path)
  for (const path of [...customerPaths, "/nowhere"]) {
    for (const host of ["harbor.localhost", "support.localhost"]) {
      const policy = await policyOf(host, path)
      const isPayment = isPaymentAddress(path) && host === "harbor.localhost"
      assert.equal(policy.includes(address), isPayment, `${host}${path}: ${policy}`)
      if (!isPayment) assert.match(policy, /frame-src 'none';.*connect-src 'self';/)
    }
  }
  const payment = await policyOf("harbor.localhost", "/payment-center/pay-now")
  assert.ok(payment.includes(`connect-src 'self' ${address};`), payment)
  assert.ok(payment.includes(`frame-src 'self' ${address};`), payment)
})

test("an address without a screen is HTTP 404 and still the brand's page", async () => {
  const { status, firstPage } = await page("harbor.localhost", "/nowhere")
  assert.equal(status, 404)
  assert.equal(firstPage?.initData.client, "harbor")
})

test("every page has noindex except those that search engines should show", async () => {
  assert.doesNotMatch((await page("harbor.localhost")).text, /noindex/)
  assert.match((await page("harbor.localhost", "/dashboard")).text, /noindex/)
  assert.match((await page("support.localhost")).text, /noindex/)
})

test("HOST-11 a group's page contains its unions, and a union's page its group's host", async () => {
  const group = await page("trades.localhost")
  assert.equal(group.firstPage?.initData.isClientGroup, true)
  assert.deepEqual(
    group.firstPage?.clientGroup?.items.map(({ hostName }) => hostName),
    ["electricians.localhost", "steelworkers.localhost"],
  )
  const union = await page("electricians.localhost")
  assert.equal(union.firstPage?.initData.clientGroupHostName, "trades.localhost")
  assert.equal(union.firstPage?.initData.clientGroupName, "United Trades Benefit Fund")
})

test("only a group's own hosts reveal the group", async () => {
  const browser = app.browser()
  const params = { nameOrId: "trades" }
  const key = "GET /appcontent/clientGroup/{nameOrId}"
  for (const host of ["trades.localhost", "electricians.localhost"]) {
    assert.equal((await browser.call(host, key, undefined, { params })).status, 200)
  }
  const elsewhere = await browser.call("harbor.localhost", key, undefined, { params })
  assert.equal(elsewhere.status, 404)
})

/** The file that the server sends at this path. */
async function file(path: string) {
  const { status, text, headers } = await app.browser().get("harbor.localhost", path)
  return { status, text, type: headers["content-type"], release: headers["x-release"] }
}

async function start(release: string) {
  app.clock.advance({ minutes: 1 })
  if (await noteRelease(app.database, release)) return
  const body = Buffer.from(`${release} é`)
  await storeRelease(app.database, release, [{ path: `/assets/${release}.js`, body }], 3)
}

test("LINES-04 a server sends the files of the two releases before its own, and of a newer one", async () => {
  assert.deepEqual(await file("/assets/present.js"), {
    status: 200,
    text: "present",
    type: "text/javascript; charset=utf-8",
    release: "present",
  })
  assert.equal((await file("/assets/newer.js")).status, 404)
  await start("newer")
  assert.equal((await file("/assets/newer.js")).text, "newer é")
  await start("newest")
  assert.equal((await file("/assets/present.js")).status, 200)
  await start("present")
  await start("another")
  const kept = { newer: 404, newest: 200, present: 200, another: 200, none: 404 }
  for (const [name, status] of Object.entries(kept)) {
    assert.equal((await file(`/assets/${name}.js`)).status, status, name)
  }
})

test("LINES-06 the page shows brand and phone number until the application renders, and without JavaScript", async () => {
  const { text } = await page("harbor.localhost")
  const start = /<div class="start">.*?<\/main>/s.exec(text)?.[0] ?? ""
  assert.match(start, /<img src="\/brand\/harbor\/[^"]+" alt="Harbor Mutual">/)
  assert.match(start, /<noscript>.*Please turn on JavaScript.*<\/noscript>/s)
  assert.match(start, /tel:\+18005550142.*8 a\.m\. to 8 p\.m\./s)
  const support = await page("support.localhost")
  assert.doesNotMatch(/<div class="start">.*?<\/main>/s.exec(support.text)?.[0] ?? "", /Questions/)
})

test("LINES-07 a page that cannot be rendered still has the brand and the phone number", async () => {
  const outage = async () => {
    throw new Error("The database is gone.")
  }
  const site = await findSite(app.database, "wayfarer.localhost")
  let isOut = false
  const fastify = Fastify()
  servePages(fastify, {
    web: noPages,
    siteAt: async () => (isOut ? await outage() : site),
    lastSiteAt: () => site,
    trusts: () => false,
    addresses: { of: (host) => `https://${host}` },
    content: { byTitles: async () => [], pageTitles: async () => "{}" },
    brandFile: async () => undefined,
    gateway: () => noGateway,
    now: () => new Date(),
  })
  const open = async () =>
    await fastify.inject({ url: "/", headers: { host: "wayfarer.localhost" } })
  assert.equal((await open()).statusCode, 200)
  isOut = true
  const failed = await open()
  assert.equal(failed.statusCode, 503)
  assert.match(failed.body, /alt="Wayfarer Assistance"/)
  assert.match(failed.body, /\(800\) 555-0167/)
  assert.match(failed.body, /"clientName":"Wayfarer Assistance"/)
  await fastify.close()
})

test("LINES-12 a page that fails, also in the first minutes of a server, has the brand's color and phone number without a script", async () => {
  const site = await findSite(app.database, "wayfarer.localhost")
  const fastify = Fastify()
  const fail = async () => {
    throw new Error("The database is gone.")
  }
  handleErrors(fastify, {
    localize: fail,
    siteAt: fail,
    plannedEndTextOf: fail,
    phoneNumberOf: fail,
    lastSiteAt: () => site,
    onTooMany: () => {},
  })
  fastify.get("/broken", fail)
  servePages(fastify, {
    web: noPages,
    siteAt: fail,
    lastSiteAt: () => site,
    trusts: () => false,
    addresses: { of: (host) => `https://${host}` },
    content: { byTitles: fail, pageTitles: fail },
    brandFile: fail,
    gateway: () => noGateway,
    now: () => new Date(),
  })
  const headers = { host: "wayfarer.localhost", accept: "text/html" }
  for (const [url, status] of [
    ["/", 503],
    ["/broken", 500],
  ] as const) {
    const { statusCode, body, headers: sent } = await fastify.inject({ url, headers })
    assert.equal(statusCode, status)
    assert.match(body, /<header translate="no">Wayfarer Assistance<\/header>/)
    assert.match(body, /href="tel:\+18005550167" translate="no">\(800\) 555-0167</)
    assert.ok(body.includes(`background: ${site?.mailColor}`))
    assert.doesNotMatch(body, /<script/)
    const policy = String(sent["content-security-policy"])
    const [, nonce] = /<style nonce="([^"]+)">/.exec(body) ?? []
    assert.ok(policy.startsWith("default-src 'none'") && policy.includes(`'nonce-${nonce}'`))
  }
  const call = await fastify.inject({ url: "/broken", headers: { host: "wayfarer.localhost" } })
  assert.equal(call.json().type, "error", "a call gets messages")
  await fastify.close()
})

test("ACCESS-04 the hosts of brands, groups and staff serve the accessibility statement", async () => {
  for (const host of ["harbor.localhost", "trades.localhost", "support.localhost"]) {
    const { status, text, firstPage } = await page(host, "/accessibility")
    assert.equal(status, 200)
    assert.match(text, / Accessibility( Statement)?<\/title>/)
    assert.equal(firstPage?.contents["accessibility statement"], "", "none of its own")
  }
})
