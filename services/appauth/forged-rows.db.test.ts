import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { customerOf } from "#testing/customer.ts"

// Somebody who reads and writes every table, signs in as themselves, and lacks SECRET_KEY.

const host = "harbor.localhost"
const extend = "POST /appauth/session/extend"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

test("SECRET-02 a session that was written into the database opens nothing", async () => {
  const [cookie, token] = ["a cookie of their own choice", "a token of their own choice"]
  const plain = (text: string) => createHash("sha256").update(text).digest()
  for (const prefix of [Buffer.alloc(4), await keyIdInUse()]) {
    const hash = (text: string) => Buffer.concat([prefix, plain(text)])
    await app.database.rows(sql`insert into appauth.session
      (id, cookie_hash, token_hash, host, client, userid, family_id, created_at, seen_at, expires_at)
      select gen_random_uuid(), ${hash(cookie)}, ${hash(token)}, ${host}, client, userid,
        gen_random_uuid(), ${app.clock.now()}, ${app.clock.now()},
        ${app.clock.now()}::timestamptz + interval '1 hour'
      from appauth.user_account where userid = 'maria.santos_harbor'`)
    const browser = app.browser()
    browser.cookies.set(host, new Map([["session", cookie]]))
    browser.tokens.set(host, token)
    assert.deepEqual((await browser.call(host, extend, {})).messageIds, ["session.required"])
  }
})

test("SECRET-02 a session of their own cannot be made that of another", async () => {
  for (const change of [
    sql`update appauth.session set userid = 'maria.santos_harbor' where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set agent_userid = 'agent.kim' where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set userid = null, agent_userid = 'agent.kim'
      where userid = 'james.okafor_harbor'`,
    sql`update appauth.session set client = 'wayfarer' where userid = 'james.okafor_harbor'`,
    sql`update appauth.user_account set account_number = account_number || '-1'
      where userid = 'james.okafor_harbor'`,
  ]) {
    app.clock.advance({ hours: 2 })
    const { browser } = await customerOf(app, "james.okafor", "harbor")
    assert.equal((await browser.call(host, extend, {})).status, 200)
    await app.database.rows(change)
    const answer = await browser.call(host, extend, {})
    assert.deepEqual(answer.messageIds, ["session.required"], change.text)
    await app.database.rows(sql`delete from appauth.session`)
  }
})

/** The id of the key that hashes are made with, which every reader of the database sees. */
async function keyIdInUse(): Promise<Buffer> {
  await customerOf(app, "james.okafor", "harbor")
  const [row] = await app.database.rows<{ hash: Buffer }>(
    sql`select cookie_hash as hash from appauth.session`,
  )
  return row?.hash.subarray(0, 4) ?? Buffer.alloc(0)
}
