import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { type Queries, type Statement, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { goThrough } from "#testing/staff.ts"
import {
  bindToBrowser,
  findSessionTransfer,
  insertSessionTransfer,
  type Presented,
  redeemSessionTransfer,
} from "./session-transfer.store.ts"

const group = "trades.localhost"
const union = "electricians.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function handedOff(): Promise<[TestBrowser, string]> {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
  const address = new URL(reply.siteURL)
  assert.equal(address.origin, app.origin(union))
  const [, path, token = ""] = address.pathname.split("/")
  assert.equal(path, "logging-in")
  return [browser, token]
}

type Done = "registration.complete" | undefined

async function redeem(browser: TestBrowser, token: string, host = union, doneBefore?: Done) {
  const way = { token, cameFrom: app.origin(group), doneBefore }
  return await browser.call(host, "POST /appauth/handoff/redeem", way)
}

test("LOGIN-09 a session transfer signs in at the union's host", async () => {
  const [browser, token] = await handedOff()
  const user = await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  assert.equal(user.userid, "tom.reilly_electricians")
  assert.equal((await browser.call(union, "POST /appauth/session/extend", {})).status, 200)
})

test("one of 16 parallel calls with the same session transfer gets a session", async () => {
  const [, token] = await handedOff()
  const tries = Array.from({ length: 16 }, () => redeem(app.browser(), token))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, ...Array(15).fill(404)])
})

test("SESSION-11 a session transfer carries the message about a completed registration", async () => {
  const [browser, token] = await handedOff()
  const { reply } = await redeem(browser, token, union, "registration.complete")
  assert.ok("messages" in reply)
  assert.deepEqual(reply.messages[0]?.content, ["Your account is ready, and you are logged in."])
})

test("a session transfer works only at its host", async () => {
  const [browser, token] = await handedOff()
  for (const host of ["steelworkers.localhost", "harbor.localhost", group]) {
    const answer = await redeem(browser, token, host)
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.messageIds, ["handoff.invalid"])
  }
  assert.equal((await redeem(browser, token)).status, 200)
})

test("a session transfer is valid for 60 seconds", async () => {
  const [inTime, first] = await handedOff()
  app.clock.advance({ seconds: 59 })
  assert.equal((await redeem(inTime, first)).status, 200)
  const [browser, token] = await handedOff()
  app.clock.advance({ seconds: 60 })
  assert.equal((await redeem(browser, token)).status, 404)
})

test("refused session transfers count by address; valid ones do not count and are never blocked", async () => {
  const [browser, token] = await handedOff()
  const guess = async () => (await redeem(browser, "not-one-of-ours")).status
  for (let n = 0; n < 30; n += 1) assert.equal(await guess(), 404)
  assert.equal(await guess(), 429)
  assert.equal((await redeem(browser, token)).status, 200)
})

test("a signed-in person has their own rate limit, separate from a shared address", async () => {
  const [tom] = await handedOff()
  const make = async (who: TestBrowser, hostName: string) =>
    (await who.call(group, "POST /appauth/handoff", { hostName })).status
  const statuses = []
  for (let n = 0; n < 30; n += 1) statuses.push(await make(tom, union))
  assert.deepEqual([...new Set(statuses)].toSorted(), [200, 429])
  const denise = app.browser()
  await denise.signIn(group, "denise.kowalczyk")
  assert.equal(await make(denise, "steelworkers.localhost"), 200)
})

test("a session transfer of a logged-out session does not work", async () => {
  const [browser, token] = await handedOff()
  await browser.call(group, "POST /appauth/logout")
  assert.equal((await redeem(browser, token)).status, 404)
})

test("logging out at the union's host also ends the group's session", async () => {
  const [browser, token] = await handedOff()
  await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  await browser.call(union, "POST /appauth/logout")
  assert.equal((await browser.call(group, "POST /appauth/session/extend", {})).status, 401)
})

test("a session continues when the idle session that it was transferred from is replaced", async () => {
  const [browser, token] = await handedOff()
  await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  const extend = () => browser.call(union, "POST /appauth/session/extend", {})
  app.clock.advance({ minutes: 10 })
  assert.equal((await extend()).status, 200)
  app.clock.advance({ minutes: 5 })
  await browser.signIn(group, "tom.reilly")
  assert.equal((await extend()).status, 200)
})

test("a session's cookie does not end sessions at another host of the client", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(union, "tom.reilly")
  const cookie = browser.cookies.get(union)?.get("session") ?? ""
  const isOpen = async () =>
    (await browser.call(union, "POST /appauth/session/extend", {})).status === 200
  const other = app.browser()
  other.cookies.set(group, new Map([["session", cookie]]))
  assert.equal((await other.call(group, "POST /appauth/logout")).status, 200)
  assert.equal(await isOpen(), true)
  other.cookies.set(group, new Map([["session", cookie]]))
  await other.signIn(group, "yolanda.jefferson")
  assert.equal(await isOpen(), true)
})

test("a session can be transferred only to the host of its own union", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  const other = { hostName: "steelworkers.localhost" }
  assert.equal((await browser.call(group, "POST /appauth/handoff", other)).status, 404)
  const foreign = { hostName: "evil.example.com" }
  assert.equal((await browser.call(group, "POST /appauth/handoff", foreign)).status, 403)
})

test("LOGIN-09 a page opened before the union moved leads to the union's current host", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  const made = await browser.call(group, "POST /appauth/handoff", {})
  assert.equal(made.status, 200, made.text)
  assert.equal(new URL(made.reply.siteURL).hostname, union)
})

test("SESSION-04 a transferred session also ends 12 hours after the password was entered", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  const stay = async (host: string, minutes: number) => {
    for (let left = minutes; left > 0; left -= 10) {
      app.clock.advance({ minutes: Math.min(left, 10) })
      const { status } = await browser.call(host, "POST /appauth/session/extend", {})
      if (status !== 200) return status
    }
    return 200
  }
  assert.equal(await stay(group, 11 * 60 + 40), 200)
  const { reply } = await browser.call(group, "POST /appauth/handoff", {})
  const token = new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
  await goThrough(browser, union, { token, cameFrom: app.origin(group) })
  assert.equal(await stay(union, 19), 200)
  assert.equal(await stay(union, 1), 401)
})

test("a group's host requires a union", async () => {
  const payload = { ...payloadOf(demoPerson("tom.reilly")), client: "trades" }
  const answer = await app.browser().call(group, "POST /appauth/login", payload)
  assert.equal(answer.status, 422)
  assert.deepEqual(answer.messageIds, ["signIn.union"])
})

const tokenHash = Buffer.alloc(36, 1)
const browserHash = Buffer.alloc(36, 2)
const otherHash = Buffer.alloc(36, 3)

/** A transfer of Tom's session that exists only until `work` ends. */
async function transferStored(
  work: (
    tx: Queries,
    stored: { presented: Presented; now: Date; sessionId: string },
  ) => Promise<void>,
): Promise<void> {
  app.clock.advance({ hours: 2 })
  await app.browser().signIn(union, "tom.reilly")
  const now = app.clock.now()
  const done = new Error("done")
  const transaction = app.database.transaction(async (tx) => {
    const [session] = await tx.rows<{ id: string }>(
      sql`select id from appauth.session where userid = 'tom.reilly_electricians' and created_at = ${now}`,
    )
    const client = "electricians"
    const sessionId = session?.id ?? ""
    const way = { tokenHash, session: { client, id: sessionId }, host: union, client }
    const expiresAt = later(now, { seconds: 60 })
    await insertSessionTransfer(tx, { ...way, subjectUserid: null, expiresAt })
    await work(tx, {
      presented: { tokenHash, clients: [client], host: union, browserHash },
      now,
      sessionId,
    })
    throw done
  })
  await assert.rejects(transaction, done)
}

const changes: [string, (now: Date) => Statement][] = [
  [
    "was used",
    (now) => sql`update appauth.handoff set used_at = ${now} where token_hash = ${tokenHash}`,
  ],
  [
    "expires now",
    (now) => sql`update appauth.handoff set expires_at = ${now} where token_hash = ${tokenHash}`,
  ],
  [
    "is of another browser",
    () =>
      sql`update appauth.handoff set browser_hash = ${otherHash} where token_hash = ${tokenHash}`,
  ],
]
const changesOfSession: [string, (now: Date) => Statement][] = [
  [
    "whose session ended",
    (now) => sql`update appauth.session set ended_at = ${now} where created_at = ${now}`,
  ],
  [
    "whose session expires now",
    (now) => sql`update appauth.session set expires_at = ${now} where created_at = ${now}`,
  ],
  [
    "whose person must register again",
    () =>
      sql`update appauth.user_account set reactivate = true where userid = 'tom.reilly_electricians'`,
  ],
  [
    "whose account has another number",
    () =>
      sql`update appauth.user_account set moved_to = 'MOVED-1' where userid = 'tom.reilly_electricians'`,
  ],
]

for (const [what, change] of [...changes, ...changesOfSession]) {
  test(
    `a session transfer that ${what} opens nothing, even after the check`.replace(
      "that whose",
      "whose",
    ),
    async () => {
      await transferStored(async (tx, { presented, now }) => {
        const way = { ...presented, mustBeAsked: false, replacesSessionId: null }
        assert.ok(await findSessionTransfer(tx, presented, now))
        await tx.rows(change(now))
        assert.equal(await findSessionTransfer(tx, presented, now), undefined)
        assert.equal(await redeemSessionTransfer(tx, way, now), false)
      })
    },
  )
}

test("a session transfer works until just before its end, in the browser that showed the question", async () => {
  await transferStored(async (tx, { presented, now, sessionId }) => {
    const last = new Date(now.getTime() + 59_999)
    const asked = { ...presented, mustBeAsked: true, replacesSessionId: sessionId }
    for (const replacesSessionId of [sessionId, null]) {
      const unasked = { ...asked, replacesSessionId }
      assert.equal(await redeemSessionTransfer(tx, unasked, last), false, "no one was asked")
    }
    const until = later(now, { minutes: 5 })
    const question = { ...presented, browserHash, replacesSessionId: sessionId }
    assert.equal(await bindToBrowser(tx, question, later(now, { seconds: 60 }), until), false)
    assert.equal(await bindToBrowser(tx, question, last, until), true)
    const longer = later(now, { minutes: 9 })
    assert.equal(await bindToBrowser(tx, question, last, longer), true, "it moves no end again")
    for (const other of [{ browserHash: otherHash }, { host: "steelworkers.localhost" }]) {
      assert.equal(await bindToBrowser(tx, { ...question, ...other }, last, until), false)
    }
    const other = { ...asked, replacesSessionId: "00000000-0000-4000-8000-000000000001" }
    assert.equal(await redeemSessionTransfer(tx, other, last), false, "another session was named")
    assert.equal(await redeemSessionTransfer(tx, asked, until), false)
    const justBefore = new Date(until.getTime() - 1)
    const elsewhere = { ...asked, host: "steelworkers.localhost" }
    assert.equal(await redeemSessionTransfer(tx, elsewhere, justBefore), false)
    assert.equal(await redeemSessionTransfer(tx, asked, justBefore), true)
    assert.equal(await redeemSessionTransfer(tx, asked, justBefore), false)
    assert.equal(await bindToBrowser(tx, question, justBefore, until), false)
  })
})
