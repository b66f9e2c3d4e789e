import assert from "node:assert/strict"
import { readdir } from "node:fs/promises"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { migrationText } from "#testing/migration-text.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

const folder = new URL("./migrations/", import.meta.url)
/** Since this migration, the keys of identity and profile begin with the client. */
const first = "0140-client-in-profile-keys.sql"
const now = new Date("2026-03-02T12:00:00Z")
const hash = (name: string) => Buffer.alloc(36, name)

let database: Database

before(async () => {
  database = await openTestDatabase({ key: "before_client_keys", fill: async () => {} })
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  for (const name of names.filter((one) => one < first)) await run(name)
  await writeRows()
  for (const name of names.filter((one) => one >= first)) await run(name)
})
after(() => database?.close())

async function run(name: string) {
  const text = await migrationText(name)
  await database.transaction((tx) => tx.script(text))
}

/**
 * Writes rows of a database in use: two brands, a support site, and a staff member who serves both.
 */
async function writeRows() {
  for (const client of ["harbor", "wayfarer", "support"]) {
    await database.rows(
      sql`insert into appcontent.client
        select (jsonb_populate_record(null::appcontent.client, d || jsonb_build_object(
          'client', ${client}::text))).*
        from (select jsonb_object_agg(column_name, case data_type
            when 'boolean' then 'false'::jsonb when 'integer' then '0'::jsonb
            when 'ARRAY' then '[]'::jsonb when 'jsonb' then '[]'::jsonb else '""'::jsonb end) as d
          from information_schema.columns
          where table_schema = 'appcontent' and table_name = 'client') columns`,
    )
    await database.rows(
      sql`insert into appcontent.site (host, client, is_customer_site)
        values (${`${client}.example.com`}, ${client}, ${client !== "support"})`,
    )
  }
  for (const client of ["harbor", "wayfarer"]) await writePerson(client)
  await writeSessions()
  await database.rows(
    sql`insert into appauth.device (secret_hash, userid, seen_at)
      values (${hash("staff")}, 'staff agent.kim', ${now}), (${hash("gone")}, 'gone_harbor', ${now})`,
  )
  await database.rows(
    sql`insert into audit.person_key (person, key_sealed, made_at)
      values ('kim', 'key of kim', ${now}), ('ann', 'key of ann', ${now})`,
  )
  for (const [number, client] of ["harbor", "wayfarer"].entries()) {
    const content = JSON.stringify({ client, action: "x", person: "ann", actor: "kim" })
    await database.rows(
      sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
        values (${client}, ${number + 1}, ${content}, '', '', ${now})`,
    )
  }
}

async function writePerson(client: string) {
  const userid = `ann_${client}`
  await database.rows(
    sql`insert into appauth.user_account (userid, client, username, password_hash, account_number,
        created_at)
      values (${userid}, ${client}, 'ann', '', 'A', ${now})`,
  )
  await database.rows(
    sql`insert into appauth.device (secret_hash, userid, seen_at)
      values (${hash("shared")}, ${userid}, ${now})`,
  )
}

/**
 * Writes a staff member's session at the support site, the transfer of it, and the session that
 * resulted from it.
 */
async function writeSessions() {
  await database.rows(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        created_at)
      values ('agent.kim', 'agent.kim', '', '', '', '', ${now})`,
  )
  for (const [id, client, userid] of [
    [idOf(1), "support", null],
    [idOf(2), "harbor", "ann_harbor"],
  ]) {
    await database.rows(
      sql`insert into appauth.session (id, cookie_hash, token_hash, host, client, userid,
          agent_userid, family_id, created_at, seen_at, expires_at)
        values (${id}, ${hash(`${client}`)}, ${hash("token")}, ${`${client}.example.com`}, ${client},
          ${userid}, 'agent.kim', ${idOf(1)}, ${now}, ${now}, ${now})`,
    )
  }
  await database.rows(
    sql`insert into appauth.handoff (token_hash, session_id, host, client, subject_userid, expires_at)
      values (${hash("handoff")}, ${idOf(1)}, 'harbor.example.com', 'harbor', 'ann_harbor', ${now})`,
  )
  await database.rows(
    sql`insert into appauth.registration (id, secret_hash, client, policy_number, account_number,
        expires_at, created_at)
      values (${idOf(3)}, ${hash("registration")}, 'wayfarer', 'P', 'B', ${now}, ${now})`,
  )
  for (const [id, userid, registration] of [
    [idOf(4), "ann_harbor", null],
    [idOf(5), null, idOf(3)],
  ]) {
    await database.rows(
      sql`insert into appauth.code_attempt (id, secret_hash, userid, registration_id, expires_at,
          created_at)
        values (${id}, ${hash(`${id}`.slice(-1))}, ${userid}, ${registration}, ${now}, ${now})`,
    )
    await database.rows(
      sql`insert into appauth.passcode (attempt_id, code_hash, expires_at, created_at)
        values (${id}, ${hash("code")}, ${now}, ${now})`,
    )
  }
}

function idOf(number: number) {
  return `00000000-0000-4000-8000-00000000000${number}`
}

test("GROW-03 a session in which staff act contains the client of the session that opened it", async () => {
  const sessions = await database.rows(
    sql`select s.client, family_client, session_client from appauth.session s
      left join appauth.handoff h on h.client = s.client order by s.client`,
  )
  assert.deepEqual(sessions, [
    { client: "harbor", familyClient: "support", sessionClient: "support" },
    { client: "support", familyClient: "support", sessionClient: null },
  ])
})

test("GROW-03 a one-time code gets the client of its person or registration", async () => {
  const codes = await database.rows(
    sql`select a.client, a.subject from appauth.code_attempt a
      join appauth.passcode p on p.client = a.client and p.attempt_id = a.id order by a.client`,
  )
  assert.deepEqual(codes, [
    { client: "harbor", subject: "ann_harbor" },
    { client: "wayfarer", subject: idOf(3) },
  ])
})

test("GROW-03 a database in use gets the client of each remembered browser", async () => {
  const devices = await database.rows(
    sql`select client, userid from appauth.device order by client, userid`,
  )
  assert.deepEqual(devices, [
    { client: "harbor", userid: "ann_harbor" },
    { client: "support", userid: "staff agent.kim" },
    { client: "wayfarer", userid: "ann_wayfarer" },
  ])
})

test("GROW-03 a person named in the log of two clients keeps the same key for both", async () => {
  const keys = await database.rows(
    sql`select client, person, convert_from(key_sealed, 'UTF8') as key from audit.person_key
      order by client, person`,
  )
  const of = (client: string) => [
    { client, person: "ann", key: "key of ann" },
    { client, person: "kim", key: "key of kim" },
  ]
  assert.deepEqual(keys, [...of("harbor"), ...of("wayfarer")])
})
