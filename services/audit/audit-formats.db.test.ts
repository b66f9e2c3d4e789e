import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { afterEach, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { accountIn } from "#testing/account-in-chain.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { keySettings } from "#testing/secret-key.ts"
import { type AuditEntry, createAudit } from "./audit.ts"
import { beginningOf, chainOf } from "./audit-chains.ts"
import { checkAudit } from "./audit-check.ts"
import { auditKeysOf } from "./audit-keys.ts"
import { createAuditLog } from "./audit-log.ts"
import { createAuditPeople } from "./audit-people.ts"

const clock = createTestClock()
const [auditKey, secretKey] = [keySettings.AUDIT_KEY, keySettings.SECRET_KEY].map((text) =>
  Buffer.from(text, "base64"),
) as [Buffer, Buffer]
/** Before the audit log had its own key, its key was derived from the secret key. */
const keys = auditKeysOf(createKeyRing(auditKey, secretKey))
const audit = createAudit({ clock, keys })
const trail = createAuditLog(keys)
const page = { before: Number.MAX_SAFE_INTEGER, limit: 10, without: [] }
let database: Database

beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

/** Entries about these accounts of harbor are in the first chain. */
const accountOf = (person: string) => accountIn(keys, "harbor", 1, `HM-${person}`)

function entry(person: string, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    client: "harbor",
    action: "contact.change",
    actor: { kind: "customer", userid: `${person}_harbor` },
    accountNumber: accountOf(person),
    subjectUserid: `${person}_harbor`,
    ip: "203.0.113.9",
    before: { email: `${person}.old@example.com` },
    after: { email: `${person}.new@example.com` },
    ...change,
  }
}

async function add(...entries: AuditEntry[]): Promise<void> {
  for (const one of entries) await database.transaction((tx) => audit.record(tx, one))
}

async function emailEvents(accountNumber: string, since: Date) {
  const found = await trail.contactChangesSince(database, "harbor", accountNumber, since)
  return found.flatMap(({ event, parts }) => (parts.includes("email") ? [event] : []))
}

const problems = async (queries: Queries = database) =>
  (await checkAudit(queries, keys.entries)).problems

/** The complete content of the audit log's tables, as text. */
async function dump(): Promise<string> {
  const rows = await database.rows(
    sql`select e::text as row from audit.entry e union all select k::text from audit.person_key k
      union all select c::text from audit.chain c`,
  )
  return JSON.stringify(rows)
}

const byStaff = entry("maria", {
  actor: { kind: "staff", userid: "agent.kim" },
  action: "staff.act",
})

test("RECORD-01 an entry contains its format, key and chain, and no person's name in plain text", async () => {
  await add(entry("maria"), byStaff)
  const rows = await database.rows<{ content: string }>(
    sql`select content from audit.entry where client = 'harbor' order by number`,
  )
  const key = keys.entries.current.id.toString("hex")
  for (const { content } of rows) {
    const { version, strand, ...rest } = JSON.parse(content)
    assert.deepEqual([version, strand, rest.key], [2, 1, key])
  }
  const all = await dump()
  for (const personal of ["maria", "HM-", "agent.kim", "203.0.113", "example.com"]) {
    assert.ok(!all.includes(personal), personal)
  }
  const [first, second] = await auditLog(database, "harbor")
  assert.deepEqual(first, {
    client: "harbor",
    action: "contact.change",
    actorKind: "customer",
    at: clock.now().toISOString(),
    accountNumber: accountOf("maria"),
    subjectUserid: "maria_harbor",
    actorUserid: "maria_harbor",
    ip: "203.0.113.9",
    before: { email: "maria.old@example.com" },
    after: { email: "maria.new@example.com" },
  })
  assert.equal(second?.actorUserid, "agent.kim")
  assert.deepEqual(await problems(), [])
})

test("RECORD-01 the entries of an account are found by its number, and only at its own client", async () => {
  await add(entry("maria"), entry("james"), entry("maria", { client: "wayfarer" }))
  const found = await trail.of(database, "harbor", accountOf("maria"), page)
  assert.deepEqual(
    found.map(({ number, after }) => [number, after]),
    [[1, { email: "maria.new@example.com" }]],
  )
  const since = new Date(0)
  assert.deepEqual(await emailEvents(accountOf("maria"), since), ["customer"])
  assert.deepEqual(await emailEvents(accountOf("nobody"), since), [])
})

test("RECORD-02 deleting a person's key makes their entries unreadable and keeps the chain valid", async () => {
  await add(entry("maria"), byStaff, entry("james"))
  const [row] = await database.rows<{ person: string }>(
    sql`select person from audit.entry where client = 'harbor' and number = 1`,
  )
  await database.rows(sql`delete from audit.person_key where person = ${row?.person}`)
  const [first, second, third] = await auditLog(database, "harbor")
  for (const gone of [first, second]) {
    assert.equal(gone?.isErased, true)
    assert.deepEqual(
      [gone?.accountNumber, gone?.subjectUserid, gone?.after],
      [null, null, undefined],
    )
  }
  assert.equal(second?.actorUserid, "agent.kim", "staff are another person")
  assert.equal(third?.after?.email, "james.new@example.com")
  assert.deepEqual(await problems(), [
    { client: "harbor", number: null, problem: "names people whose keys are gone: 1" },
  ])
  assert.deepEqual(
    await emailEvents(accountOf("maria"), new Date(0)),
    ["customer"],
    "what guards an account against a new address does not need the key",
  )
})

test("RECORD-02 one person's key cannot open another person's entries, and never changes", async () => {
  await add(entry("maria"), entry("james"))
  const changed = database.rows(
    sql`update audit.person_key set key_sealed = '' where person is not null`,
  )
  await assert.rejects(changed, /audit\.person_key\S* is append-only/)
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.script("alter table audit.person_key disable trigger user")
      await tx.rows(sql`update audit.person_key k set key_sealed = other.key_sealed
        from audit.person_key other where other.person <> k.person`)
      const rows = await tx.rows<{ number: number; content: string }>(
        sql`select number::integer as number, content from audit.entry where client = 'harbor'`,
      )
      await trail.opened(tx, "harbor", rows)
    }),
    /Not sealed with this key for this purpose/,
  )
})

test("RECORD-05 without AUDIT_KEY, a reader of the tables can neither open nor create an entry", async () => {
  await add(entry("maria"))
  const foreign = auditKeysOf(createKeyRing(randomBytes(32)))
  const rows = await database.rows<{ number: number; content: string }>(
    sql`select number::integer as number, content from audit.entry where client = 'harbor'`,
  )
  await assert.rejects(
    createAuditLog(foreign).opened(database, "harbor", rows),
    /which is not in use here/,
  )
  const found = await createAuditLog(foreign).of(database, "harbor", accountOf("maria"), page)
  assert.deepEqual(found, [], "a pseudonym takes the key")
  const forger = createAudit({ clock, keys: foreign })
  await database.transaction((tx) => forger.record(tx, entry("james")))
  const numbers = (await problems()).map(({ number }) => number)
  assert.ok(numbers.includes(2) && numbers.includes(3), "the entry and the break before it")
})

/** A chain in format 1, written before format 2 existed. */
const earlier = JSON.parse(
  readFileSync(new URL("./audit-format-1.json", import.meta.url), "utf8"),
) as {
  entries: { client: string; number: number; content: string; previousHash: string; hash: string }[]
  chain: { client: string; number: number; hash: string; seal: string }[]
}
const bytes = (hex: string) => Buffer.from(hex, "hex")

async function writeEarlier(): Promise<void> {
  for (const one of earlier.entries) {
    await database.rows(
      sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
        values (${one.client}, ${one.number}, ${one.content}, ${bytes(one.previousHash)},
          ${bytes(one.hash)}, ${JSON.parse(one.content).at})`,
    )
  }
  for (const one of earlier.chain) {
    await database.rows(
      sql`insert into audit.chain (client, number, hash, seal)
        values (${one.client}, ${one.number}, ${bytes(one.hash)}, ${bytes(one.seal)})`,
    )
  }
}

test("RECORD-03 a chain in format 1 is valid, and continues in format 2 and in other chains", async () => {
  const strand = chainOf(createAuditPeople(keys).accountName("harbor", "HM-1"))
  const next = beginningOf(strand) + 1
  assert.ok(next > 4, "the account's next entry is in another strand")
  await writeEarlier()
  assert.deepEqual(await problems(), [])
  const wrong = checkAudit(database, createKeyRing(randomBytes(32)).for("audit"))
  await assert.rejects(wrong, /AUDIT_KEY is not the key of this audit log/)
  clock.advance({ hours: 1 })
  await add(entry("maria", { accountNumber: "HM-1" }), entry("james"))
  assert.deepEqual(await problems(), [])
  const found = await trail.of(database, "harbor", "HM-1", page)
  assert.deepEqual(
    found.map(({ number, after }) => [number, after.email]),
    [
      [next, "maria.new@example.com"],
      [3, "new-2@example.com"],
      [2, "new-1@example.com"],
      [1, "new-0@example.com"],
    ],
  )
  const changes = await emailEvents("HM-1", new Date(0))
  assert.deepEqual(changes, ["customer", "staff", "customer", "customer"])
  for (const number of [1, 3, 4, next]) {
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.script("alter table audit.entry disable trigger user")
        await tx.rows(sql`update audit.entry set content = replace(content, 'change', 'chance')
          where client = 'harbor' and number = ${number}`)
        assert.deepEqual(await problems(tx), [
          { client: "harbor", number, problem: "was altered or put in" },
        ])
        throw new Error("undone")
      }),
      /undone/,
    )
  }
})

test("CHAIN-01 the check finds two spliced histories of a chain, each of which is valid alone", async () => {
  await add(entry("maria"))
  const rowsNow = () =>
    database.rows<{ number: number; content: string; previous: Buffer; hash: Buffer; at: Date }>(
      sql`select number::integer as number, content, previous_hash as previous, hash, at
        from audit.entry where client = 'harbor' order by number`,
    )
  // One history ends in a copy of the database. The other one begins after a restore of that copy.
  const histories: Awaited<ReturnType<typeof rowsNow>>[] = []
  for (const person of ["james", "dorothy"]) {
    await assert.rejects(
      database.transaction(async (tx) => {
        for (let n = 0; n < 3; n += 1) await audit.record(tx, entry(`${person}${n}`))
        assert.deepEqual(await problems(tx), [], "each history is valid")
        histories.push(
          await tx.rows(
            sql`select number::integer as number, content, previous_hash as previous, hash, at
              from audit.entry where client = 'harbor' order by number`,
          ),
        )
        throw new Error("put back")
      }),
      /put back/,
    )
  }
  const [one = [], other = []] = histories
  assert.deepEqual(one[0]?.hash, other[0]?.hash, "they begin alike")
  await add(entry("dorothy0"), entry("dorothy1"), entry("dorothy2"))
  const own = await rowsNow()
  await database.transaction(async (tx) => {
    await tx.script("alter table audit.entry disable trigger user")
    // Each row is a valid row of one history, placed among rows of the other one. In a second try,
    // its previous hash is changed to match.
    const spliced = one[2]
    assert.ok(spliced)
    for (const previous of [spliced.previous, own[1]?.hash]) {
      await tx.rows(sql`update audit.entry set content = ${spliced.content},
        previous_hash = ${previous}, hash = ${spliced.hash}, at = ${spliced.at}
        where client = 'harbor' and number = 3`)
      const found = await problems(tx)
      assert.ok(
        found.some(({ client, number }) => client === "harbor" && number === 3),
        JSON.stringify(found),
      )
    }
  })
})
