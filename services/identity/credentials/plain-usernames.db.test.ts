// @both-engines

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { plainUsername } from "#contracts/identity/userid.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { openTestDatabase } from "#testing/database.ts"
import { migrationText } from "#testing/migration-text.ts"
import { findUser } from "./users.store.ts"

let database: Database

before(async () => {
  database = await openTestDatabase()
})

after(() => database?.close())

async function addUser(username: string, accountNumber: string, client = "harbor") {
  await database.rows(
    sql`insert into appauth.user_account (userid, client, username, password_hash, account_number,
        created_at)
      values (${`${username}_${client}`}, ${client}, ${username}, '', ${accountNumber}, now())`,
  )
}

test("LOGIN-04 the database and the server ignore the same characters of a username", async () => {
  const rows = await database.rows<{ point: number; plain: string }>(
    sql`select point, appauth.plain_username('A' || chr(point) || 'b') as plain
      from generate_series(1, ${0xe1000}::int) point
      where point not between ${0xd800}::int and ${0xdfff}::int
        and (point < ${0x20000}::int or point >= ${0xe0000}::int)`,
  )
  const unseen = rows.filter(({ plain }) => plain === "ab").map(({ point }) => point)
  const expected = rows
    .map(({ point }) => point)
    .filter((point) => plainUsername(String.fromCodePoint(point)) === "")
  assert.deepEqual(unseen, expected)
  assert.ok(unseen.length > 4_000)
})

test("LOGIN-04 a migration stops and lists the usernames that would become equal", async () => {
  // Also drops the indexes that use the function.
  await database.rows(sql`drop function appauth.plain_username cascade`)
  await database.rows(sql`drop table appauth.decoy_key`)
  const migrate = async () => {
    const text = await migrationText("0275-usernames.sql")
    await database.transaction((tx) => tx.script(text))
  }
  await addUser("pat.one", "A1")
  await addUser("pat. one", "A2")
  await addUser("sam\u200b", "A3")
  await addUser("sam", "A4", "wayfarer")
  await addUser("Lee", "B1", "wayfarer")
  await addUser("le e", "B2", "wayfarer")
  await assert.rejects(migrate, (error: Error) => {
    for (const listed of [
      '"pat. one" of account A2 and "pat.one" of account A1 at harbor',
      "of account B1",
      "of account B2",
    ]) {
      assert.ok(error.message.includes(listed), error.message)
    }
    assert.ok(!error.message.includes("A3") && !error.message.includes("A4"), error.message)
    return true
  })
  await database.rows(sql`delete from appauth.user_account where account_number in ('A2', 'B1')`)
  await migrate()
  assert.equal((await findUser(database, "harbor", " PAT .one"))?.accountNumber, "A1")
  assert.equal((await findUser(database, "harbor", "Sam"))?.accountNumber, "A3")
  assert.equal((await findUser(database, "wayfarer", "lee"))?.accountNumber, "B2")
  assert.equal(await findUser(database, "wayfarer", "l\u0435e"), undefined)
  await assert.rejects(() => addUser("s am", "A9", "wayfarer"), /plain_username/)
})
