import assert from "node:assert/strict"
import { argon2Sync, createHash, randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { comparedText } from "#contracts/identity/compared-text-rules.ts"
import { type Statement, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { ana, registrationOf } from "#testing/registration.ts"
import { secretKey, testHashCost, testSecrets } from "#testing/secret-key.ts"
import { createRegisteredUsers } from "./registration/registered-users.ts"

// The attacker can read and write every table and has an account, but does not have SECRET_KEY.

const host = "harbor.localhost"
const extend = "POST /appauth/session/extend"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

test("SECRET-02 a session written into the database gives no access", async () => {
  const [cookie, token] = ["a cookie of their own choice", "a token of their own choice"]
  const plain = (text: string) => createHash("sha256").update(text).digest()
  for (const prefix of [Buffer.alloc(4), await keyIdInUse()]) {
    const hash = (text: string) => Buffer.concat([prefix, plain(text)])
    await app.database.rows(sql`insert into appauth.session
      (id, cookie_hash, token_hash, host, client, userid, family_client, family_id, created_at,
        seen_at, expires_at)
      select gen_random_uuid(), ${hash(cookie)}, ${hash(token)}, ${host}, client, userid, client,
        gen_random_uuid(), ${app.clock.now()}, ${app.clock.now()},
        ${app.clock.now()}::timestamptz + interval '1 hour'
      from appauth.user_account where userid = 'maria.santos_harbor'`)
    const browser = app.browser()
    browser.cookies.set(host, new Map([["session", cookie]]))
    browser.tokens.set(host, token)
    assert.deepEqual((await browser.call(host, extend, {})).messageIds, ["session.required"])
  }
})

test("SECRET-02 attackers cannot turn their own session into another person's", async () => {
  for (const change of [
    sql`update appauth.session set userid = 'maria.santos_harbor' where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set agent_userid = 'agent.kim' where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set userid = null, agent_userid = 'agent.kim'
      where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set (client, userid) = (select client, userid
      from appauth.user_account where client = 'wayfarer' limit 1)
      where userid = 'james.okafor_harbor'`,
    sql`update appauth.user_account set account_number = account_number || '-1'
      where userid = 'james.okafor_harbor'`,
  ]) {
    app.clock.advance({ hours: 2 })
    const { browser } = await customerOf(app, "james.okafor", "harbor")
    assert.equal((await browser.call(host, extend, {})).status, 200)
    await app.database.rows(change)
    const answer = await browser.call(host, extend, {})
    // Either the token no longer fits the row of the cookie, or the row belongs to another client.
    const id = change.text.includes("wayfarer") ? "session.required" : "session.replaced"
    assert.deepEqual([answer.status, answer.messageIds], [401, [id]], change.text)
    await app.database.rows(sql`delete from appauth.session`)
  }
  await app.database.rows(
    sql`update appauth.user_account set account_number = replace(account_number, '-1', '')
      where userid = 'james.okafor_harbor'`,
  )
})

test("SECRET-02 a session transfer cannot be reassigned to another person", async () => {
  const [group, union] = ["trades.localhost", "electricians.localhost"]
  const redeemed = async (change?: Statement) => {
    app.clock.advance({ hours: 2 })
    const browser = app.browser()
    await browser.signIn(group, "tom.reilly")
    const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
    if (change) await app.database.rows(change)
    const token = new URL(reply.siteURL).pathname.split("/").at(-1)
    return await browser.call(union, "POST /appauth/handoff/redeem", { token })
  }
  assert.equal((await redeemed()).status, 200)
  const live = sql`update appauth.handoff h set session_id = (select id from appauth.session
    where userid = 'maria.santos_harbor' and ended_at is null order by created_at desc limit 1)
    where used_at is null`
  const changes = [
    sql`update appauth.handoff set subject_userid = (select userid from appauth.user_account
      where client = 'electricians' and userid <> 'tom.reilly_electricians' limit 1)
      where used_at is null`,
    sql`update appauth.handoff set client = 'harbor', subject_userid = 'maria.santos_harbor'
      where used_at is null`,
    sql`update appauth.session set client = 'harbor', userid = 'maria.santos_harbor'
      where userid = 'tom.reilly_electricians'`,
    live,
  ]
  for (const change of changes) {
    if (change === live) await customerOf(app, "maria.santos", "harbor")
    assert.equal((await redeemed(change)).status, 404, change.text)
  }
})

test("SECRET-02 a password reset ticket cannot be reassigned to another person", async () => {
  const reset = async (change?: Statement) => {
    const registeredUsers = createRegisteredUsers({ ...app, secrets: testSecrets })
    const { accountNumber = "" } = demoPerson("siobhan.obrien")
    const own = { client: "harbor", userid: "siobhan.obrien_harbor", accountNumber }
    const { ticket } = await app.database.transaction((tx) =>
      registeredUsers.createResetTicket(tx, own),
    )
    if (change) await app.database.rows(change)
    return await app.browser().call(host, "POST /appauth/resetPassword", {
      client: "harbor",
      hostName: host,
      ticket,
      password: "Lantern-Bridge-2027",
    })
  }
  assert.equal((await reset()).status, 200)
  const answer = await reset(
    sql`update appauth.reset_ticket set userid = 'maria.santos_harbor' where used_at is null`,
  )
  assert.deepEqual(answer.messageIds, ["resetPassword.ticket"])
})

test("SECRET-02 a registration cannot be reassigned to another person or marked as verified", async () => {
  const register = async (change: Statement) => {
    const calls = registrationOf(app.browser(), ana)
    assert.equal((await calls.number()).status, 200)
    await app.database.rows(change)
    return await calls.complete()
  }
  const said = await register(sql`update appauth.registration set step = 'verified'`)
  assert.deepEqual(said.messageIds, ["registration.order"], said.text)
  const moved = await register(
    sql`update appauth.registration set step = 'verified', account_number = 'HM2073350'`,
  )
  assert.deepEqual(moved.messageIds, ["registration.restart"], moved.text)
})

test("SECRET-03 a copied password hash signs no one else in", async () => {
  const login = async (username: string) => {
    const body = { ...payloadOf(demoPerson(username)), client: "harbor", isCustomerUser: true }
    return await app.browser().call(host, "POST /appauth/login", body)
  }
  // Both have the demo password, so that only the owner of the hash makes the difference.
  assert.equal((await login("james.okafor")).status, 200)
  app.clock.advance({ hours: 2 })
  const earlier = await app.database.rows(
    sql`select userid, password_hash from appauth.user_account
      where userid in ('james.okafor_harbor', 'grace.adeyemi_harbor')`,
  )
  assert.equal(earlier.length, 2)
  const nonce = Buffer.alloc(16, 1)
  const sizes = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
  const plain = argon2Sync("argon2id", { message: "Anchor-2026", nonce, ...sizes })
  const [salt, tag] = [nonce, plain].map((bytes) => bytes.toString("base64").replace(/=+$/, ""))
  for (const forged of [
    sql`update appauth.user_account set password_hash = (select password_hash
      from appauth.user_account where userid = 'james.okafor_harbor')
      where userid = 'grace.adeyemi_harbor'`,
    sql`update appauth.user_account set password_hash = ${`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag}`}
      where userid = 'grace.adeyemi_harbor'`,
    sql`update appauth.user_account set password_hash = regexp_replace(password_hash,
      '\\$[^$]+\\$[^$]+$', ${`$${salt}$${tag}`}) where userid = 'grace.adeyemi_harbor'`,
  ]) {
    await app.database.rows(forged)
    const [answer, unknown] = [await login("grace.adeyemi"), await login("grace.adeyemi")]
    assert.deepEqual(answer.messageIds, ["signIn.credentials"], forged.text)
    assert.deepEqual(unknown.messageIds, ["signIn.credentials"])
    app.clock.advance({ hours: 2 })
  }
})

test("SECRET-03 security answers and one-time codes cannot be guessed offline without the key", async () => {
  const [row] = await app.database.rows<{ hash: string }>(
    sql`select security_answer_hash as hash from appauth.user_account
      where userid = 'james.okafor_harbor'`,
  )
  const [, salt = "", tag = ""] = /([^$]+)\$([^$]+)$/.exec(row?.hash ?? "") ?? []
  const { accountNumber = "" } = demoPerson("james.okafor")
  const owner = ["security answer", "harbor", "james.okafor_harbor", accountNumber]
  const tried = (secret: Buffer) =>
    argon2Sync("argon2id", {
      message: comparedText("Enugu"),
      nonce: Buffer.from(salt, "base64"),
      ...testHashCost,
      tagLength: 32,
      secret,
      associatedData: Buffer.from(JSON.stringify(owner)),
    })
      .toString("base64")
      .replace(/=+$/, "")
  const right = createKeyRing(Buffer.from(secretKey, "base64")).for("passwords").current.secret
  assert.equal(tried(right), tag, "with the key the right answer is found")
  for (const guess of [Buffer.alloc(0), Buffer.alloc(32), randomBytes(32)]) {
    assert.notEqual(tried(guess), tag, "without it the right answer looks like any other")
  }
})

/** The id of the key for new hashes, which everyone who reads the database can see. */
async function keyIdInUse(): Promise<Buffer> {
  await customerOf(app, "james.okafor", "harbor")
  const [row] = await app.database.rows<{ hash: Buffer }>(
    sql`select cookie_hash as hash from appauth.session`,
  )
  return row?.hash.subarray(0, 4) ?? Buffer.alloc(0)
}
