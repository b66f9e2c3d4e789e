import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { oneRow, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { maria, recoveryOf } from "#testing/recovery.ts"
import { keySettings } from "#testing/secret-key.ts"
import { supportHost } from "#testing/staff.ts"
import { keepDecoyKey } from "../recovery/recovery.store.ts"
import { decoyQuestion } from "./security-questions.ts"

const next = randomBytes(32)
const keyid = createKeyRing(next).for("passwords").current.id.toString("base64").replace(/=+$/, "")
let app: TestApp

before(async () => {
  // The passwords of the demo people are hashed with the earlier key.
  const keys = { SECRET_KEY: next.toString("base64"), OTHER_SECRET_KEYS: keySettings.SECRET_KEY }
  app = await startTestApp({ env: keys })
})

after(() => app.close())

async function hashesOf(username: string) {
  const row = await oneRow<{ password: string; answer: string; staff: string }>(
    app.database,
    sql`select max(password_hash) as password, max(security_answer_hash) as answer,
      (select password_hash from appauth.agent where username = ${username}) as staff
      from appauth.user_account where client = 'harbor' and username = ${username}`,
  )
  assert.ok(row)
  return row
}

test("KEYS-04 a correct password, also of staff, and a correct answer are hashed again with the current key", async () => {
  const isNew = (hash: string) => hash.includes(`keyid=${keyid}`)
  const first = await hashesOf(maria.username)
  assert.deepEqual([first.password, first.answer].map(isNew), [false, false])

  const browser = app.browser()
  await browser.signIn(maria.host, maria.username)
  const second = await hashesOf(maria.username)
  assert.deepEqual([second.password, second.answer].map(isNew), [true, false])
  await app.browser().signIn(maria.host, maria.username)
  assert.equal((await hashesOf(maria.username)).password, second.password)

  const recovery = recoveryOf(app.browser(), maria)
  await recovery.question()
  assert.equal((await recovery.answer({ securityAnswer: "Another Street" })).status, 200)
  assert.equal((await hashesOf(maria.username)).answer, first.answer)
  await recovery.question()
  assert.equal((await recovery.answer()).status, 200)
  assert.ok(isNew((await hashesOf(maria.username)).answer))

  assert.ok(!isNew((await hashesOf("agent.kim")).staff))
  await app.browser().signIn(supportHost, "agent.kim")
  assert.ok(isNew((await hashesOf("agent.kim")).staff))
})

test("KEYS-04 RECOVER-04 an unknown username keeps its question when the secret key changes", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `no.one${n}`)
  const asked = async () => {
    app.clock.advance({ hours: 2 })
    const { question } = recoveryOf(app.browser(), maria)
    const replies = names.map(async (username) => (await question({ username })).reply)
    return (await Promise.all(replies)).map(({ securityQuestion }) => securityQuestion)
  }
  const earlier = createKeyRing(Buffer.from(keySettings.SECRET_KEY, "base64"))
  const key = earlier.for("decoy question").current.secret
  await app.database.rows(sql`delete from appauth.decoy_key`)
  await keepDecoyKey(app.database, key)
  const before = names.map((name) => decoyQuestion(key, maria.client, name))
  assert.deepEqual(await asked(), before)

  // The first key of an installation becomes the current one, even if several servers start at
  // once.
  await app.database.rows(sql`delete from appauth.decoy_key`)
  const own = createKeyRing(next).for("decoy question").current.secret
  const first = names.map((name) => decoyQuestion(own, maria.client, name))
  assert.notDeepEqual(first, before)
  assert.deepEqual(await asked(), first)
  assert.deepEqual(await keepDecoyKey(app.database, key), own)
  assert.deepEqual(await asked(), first)
})
