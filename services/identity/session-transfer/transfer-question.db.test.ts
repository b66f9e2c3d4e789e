import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { actFor, goThrough, supportHost, wayToActFor } from "#testing/staff.ts"

const group = "trades.localhost"
const union = "electricians.localhost"
const harbor = "harbor.localhost"
const redeemKey = "POST /appauth/handoff/redeem"
const tom = { firstName: "Tom", lastName: "Reilly", agentUserid: "", accountNumber: "" }
const yolanda = { ...tom, firstName: "Yolanda", lastName: "Jefferson" }

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Creates a link for this person to their union's host, in a browser at the group's host. */
async function linkOf(username: string): Promise<{ token: string; browser: TestBrowser }> {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(group, username)
  const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
  return { token: new URL(reply.siteURL).pathname.split("/").at(-1) ?? "", browser }
}

/** A browser in which Tom is signed in at his union's host. */
async function browserOfTom(): Promise<TestBrowser> {
  const { token, browser } = await linkOf("tom.reilly")
  await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  return browser
}

async function redeem(browser: TestBrowser, token: string, more: object = {}) {
  return await browser.call(union, redeemKey, { token, ...more })
}

async function decline(browser: TestBrowser, token: string) {
  return (await browser.call(union, "POST /appauth/handoff/decline", { token })).status
}

const confirmed = { confirmed: true }

async function isOpen(browser: TestBrowser, host: string): Promise<boolean> {
  return (await browser.call(host, "POST /appauth/session/extend", {})).status === 200
}

test("TRANSFER-01 if another person is signed in, the question names both and nothing changes", async () => {
  const { token } = await linkOf("yolanda.jefferson")
  const browser = await browserOfTom()
  const fromOurs = { cameFrom: app.origin(group) }
  const { reply } = await redeem(browser, await freshLink("yolanda.jefferson"), fromOurs)
  assert.deepEqual(reply, { question: { incoming: yolanda, current: tom } })
  assert.equal(await isOpen(browser, union), true, "Tom is still signed in")
  assert.equal((await redeem(browser, token)).status, 404, "its minute is over")
})

/** Does not move the clock, so that other sessions continue. */
async function freshLink(username: string): Promise<string> {
  const browser = app.browser()
  await browser.signIn(group, username)
  const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
  return new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
}

test("TRANSFER-02 continuing signs the new person in and ends the other person's sessions", async () => {
  const browser = await browserOfTom()
  const token = await freshLink("yolanda.jefferson")
  await redeem(browser, token)
  const before = new Map(browser.cookies.get(union))
  const { reply } = await redeem(browser, token, confirmed)
  assert.ok("access_token" in reply)
  assert.equal(reply.userid, "yolanda.jefferson_electricians")
  const after = browser.cookies.get(union)
  assert.notEqual(after?.get("session"), before.get("session"))
  assert.equal(after?.has("transfer"), false)

  const withToms = app.browser()
  withToms.cookies.set(union, before)
  withToms.tokens.set(union, browser.tokens.get(union) ?? "")
  assert.equal(await isOpen(withToms, union), false, "Tom's session at the union's host is over")
  assert.equal(await isOpen(browser, group), false, "and the one that it came from")
  browser.tokens.set(union, reply.access_token)
  assert.equal(await isOpen(browser, union), true)
})

test("TRANSFER-03 declining keeps the session and invalidates the link", async () => {
  const browser = await browserOfTom()
  const token = await freshLink("yolanda.jefferson")
  await redeem(browser, token)
  assert.equal(await decline(app.browser(), token), 200)
  assert.ok("question" in (await redeem(browser, token)).reply, "only the browser that was asked")
  assert.equal(await decline(browser, token), 200)
  assert.equal(await isOpen(browser, union), true)
  assert.equal((await redeem(browser, token, confirmed)).status, 404)
})

test("TRANSFER-04 a link from a foreign page shows the question even if no one is signed in", async () => {
  const foreign = [
    undefined,
    "",
    "https://evil.example/",
    app.origin(union),
    app.origin("steelworkers.localhost"),
    app.origin(supportHost),
    `${app.origin(group)}.evil.example/`,
    app.origin(group).replace("http:", "https:"),
    app.origin(group).replace(/\d+$/, "1"),
    `https://evil.example/?${app.origin(group)}`,
    "not an address",
  ]
  for (const cameFrom of foreign) {
    const browser = app.browser()
    const token = await tokenOfYolanda()
    const { reply } = await redeem(browser, token, cameFrom === undefined ? {} : { cameFrom })
    assert.deepEqual(reply, { question: { incoming: yolanda, current: null } }, String(cameFrom))
    assert.equal(browser.cookies.get(union)?.has("session"), false)
  }
})

let atGroup: TestBrowser | undefined
async function tokenOfYolanda(): Promise<string> {
  if (atGroup === undefined) {
    atGroup = app.browser()
    await atGroup.signIn(group, "yolanda.jefferson")
  }
  const { reply } = await atGroup.call(group, "POST /appauth/handoff", { hostName: union })
  return new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
}

test("TRANSFER-05 one of 16 parallel browsers shows the question, and the others get no information", async () => {
  const { token } = await linkOf("yolanda.jefferson")
  const browsers = Array.from({ length: 16 }, () => app.browser())
  const asked = await Promise.all(browsers.map((browser) => redeem(browser, token)))
  assert.deepEqual(asked.map(({ status }) => status).toSorted(), [200, ...Array(15).fill(404)])
  assert.ok(asked.some(({ status, reply }) => status === 200 && "question" in reply))
  const [other] = browsers.filter((_, index) => asked[index]?.status === 404)
  assert.ok(other)
  assert.equal((await redeem(other, token, confirmed)).status, 404)
})

test("TRANSFER-05 of 16 parallel answers one opens a session", async () => {
  const { token } = await linkOf("yolanda.jefferson")
  const browser = app.browser()
  await redeem(browser, token)
  const tries = Array.from({ length: 16 }, () => redeem(browser, token, confirmed))
  const answers = await Promise.all(tries)
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(15).fill(404)])
  assert.ok(answers.some(({ status, reply }) => status === 200 && "access_token" in reply))
})

test("TRANSFER-05 an answer without the question opens nothing and shows the question", async () => {
  const { token } = await linkOf("yolanda.jefferson")
  const browser = app.browser()
  assert.ok("question" in (await redeem(browser, token, confirmed)).reply)
  assert.ok("access_token" in (await redeem(browser, token, confirmed)).reply)
})

test("TRANSFER-05 an answer is valid only for the people named in the question", async () => {
  const browser = app.browser()
  const forYolanda = await freshLink("yolanda.jefferson")
  await redeem(browser, forYolanda)
  // In the meantime, Tom signs in in another tab.
  const forTom = await freshLink("tom.reilly")
  await goThrough(browser, union, { token: forTom, cameFrom: app.origin(group) })
  // One cookie serves both tabs, and Tom's transfer has cleared it.
  assert.equal((await redeem(browser, forYolanda, confirmed)).status, 404)
  assert.equal(await isOpen(browser, union), true)

  const another = app.browser()
  const first = await freshLink("yolanda.jefferson")
  await redeem(another, first)
  const transfer = another.cookies.get(union)?.get("transfer") ?? ""
  await goThrough(another, union, {
    token: await freshLink("tom.reilly"),
    cameFrom: app.origin(group),
  })
  another.cookies.get(union)?.set("transfer", transfer)
  const { reply } = await redeem(another, first, confirmed)
  assert.deepEqual(reply, { question: { incoming: yolanda, current: tom } }, "asked about Tom now")
  assert.equal(await isOpen(another, union), true)
})

test("TRANSFER-06 a person has five minutes to answer, starting with the first question", async () => {
  const { token } = await linkOf("yolanda.jefferson")
  const browser = app.browser()
  await redeem(browser, token)
  app.clock.advance({ seconds: 299 })
  assert.ok("question" in (await redeem(browser, token)).reply, "a reload asks again")
  app.clock.advance({ seconds: 1 })
  assert.equal((await redeem(browser, token, confirmed)).status, 404)
})

test("TRANSFER-06 an answer is valid only at the host of the question, while the link's own session is live", async () => {
  const { token, browser: atGroups } = await linkOf("yolanda.jefferson")
  const browser = app.browser()
  await redeem(browser, token)
  for (const host of ["steelworkers.localhost", harbor, group]) {
    browser.cookies.set(host, new Map(browser.cookies.get(union)))
    assert.equal((await browser.call(host, redeemKey, { token, confirmed: true })).status, 404)
  }
  await atGroups.call(group, "POST /appauth/logout", {})
  assert.equal((await redeem(browser, token, confirmed)).status, 404)
})

test("TRANSFER-01 a person who is already signed in does not get the question", async () => {
  const browser = await browserOfTom()
  const { reply } = await redeem(browser, await freshLink("tom.reilly"))
  assert.ok("access_token" in reply)
})

test("TRANSFER-01 an ended session does not count", async () => {
  const browser = await browserOfTom()
  app.clock.advance({ minutes: 15 })
  const { reply } = await redeem(browser, await freshLink("yolanda.jefferson"), {
    cameFrom: app.origin(group),
  })
  assert.ok("access_token" in reply)
})

test("TRANSFER-07 staff who open a second customer are asked first, with account numbers, and the first session ends", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await actFor(browser, "maria.santos_harbor")
  const { token, cameFrom } = await wayToActFor(browser, "siobhan.obrien_harbor")
  const { reply } = await browser.call(harbor, redeemKey, { token, cameFrom })
  assert.ok("question" in reply)
  const { incoming, current } = reply.question
  assert.deepEqual(
    [incoming.firstName, incoming.lastName, incoming.agentUserid],
    ["Siobhán", "O'Brien-Nuñez", "agent.kim"],
  )
  assert.deepEqual(current, {
    firstName: "Maria",
    lastName: "Santos",
    agentUserid: "agent.kim",
    accountNumber: "HM2041187",
  })
  assert.equal(await isOpen(browser, harbor), true)
  const marias = browser.tokens.get(harbor) ?? ""
  const siobhan = await browser.call(harbor, redeemKey, { token, cameFrom, confirmed: true })
  assert.ok("access_token" in siobhan.reply)
  assert.equal(browser.tokens.get(harbor), marias)
  const late = await browser.call(harbor, "POST /appauth/session/extend", {})
  assert.deepEqual([late.status, late.messageIds], [401, ["session.replaced"]])
  assert.equal(await isOpen(browser, supportHost), true, "kim is still signed in")
})
