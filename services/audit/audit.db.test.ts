// @prove-also models

import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { accountIn } from "#testing/account-in-chain.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { createRandom } from "#testing/random.ts"
import { type AuditEntry, createAudit } from "./audit.ts"
import type { AuditProblem } from "./audit-chain-check.ts"
import { checkAudit } from "./audit-check.ts"
import { auditKeysOf } from "./audit-keys.ts"
import { WrongKey } from "./key-mismatch.ts"

const clock = createTestClock()
const keys = auditKeysOf(createKeyRing(randomBytes(32)))
const audit = createAudit({ clock, keys })

let database: Database

/** The number of entries in the log of the client `long`. Tests alter it and roll back. */
const length = 40

before(async () => {
  database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const client of ["one", "two"]) await audit.record(tx, entry(client, 1))
    for (let n = 1; n <= length; n += 1) await audit.record(tx, entry("long", n))
  })
})

after(() => database.close())

/** An entry about a person, in this chain of the client's log. */
function entry(client: string, subject: number, strand = 1): AuditEntry {
  return {
    client,
    action: "contact.change",
    actor: { kind: "customer", userid: `person-${subject}` },
    accountNumber: accountIn(keys, client, strand, `A${subject}`),
    subjectUserid: `person-${subject}`,
    ip: "203.0.113.9",
    before: { email: `old-${subject}@example.com` },
    after: { email: `new-${subject}@example.com` },
  }
}

async function add(client: string, subject: number): Promise<void> {
  await database.transaction((tx) => audit.record(tx, entry(client, subject)))
}

async function problemsOf(queries: Queries = database): Promise<AuditProblem[]> {
  return (await checkAudit(queries, keys.entries)).problems
}

class Undone extends Error {}

/** The problems that the check finds after `alter`, which may change anything in the database. */
async function foundAfter(alter: (tx: Queries) => Promise<unknown>): Promise<AuditProblem[]> {
  let found: AuditProblem[] = []
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.script(`alter table audit.entry disable trigger user;
        alter table audit.chain disable trigger user`)
      await alter(tx)
      found = await problemsOf(tx)
      throw new Undone()
    }),
    Undone,
  )
  return found
}

async function chainOf(client: string) {
  return await database.rows<{ number: number; previousHash: Buffer; hash: Buffer }>(
    sql`select number::integer as number, previous_hash, hash from audit.entry
      where client = ${client} order by number`,
  )
}

test("parallel writers leave one unbroken chain for each client", async () => {
  const clients = ["three", "four", "five"]
  const many = Array.from({ length: 60 }, (_, index) => add(clients[index % 3] ?? "", index))
  await Promise.all(many)
  for (const client of clients) {
    const chain = await chainOf(client)
    assert.deepEqual(
      chain.map(({ number }) => number),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    for (const [index, { previousHash }] of chain.entries()) {
      assert.deepEqual(previousHash, chain[index - 1]?.hash ?? Buffer.alloc(0))
    }
  }
  assert.deepEqual(await problemsOf(), [])
})

test("an entry whose transaction is rolled back does not exist and leaves no gap", async () => {
  await assert.rejects(
    database.transaction(async (tx) => {
      await audit.record(tx, entry("one", 1))
      throw new Undone()
    }),
    Undone,
  )
  await add("one", 2)
  assert.deepEqual(await problemsOf(), [])
})

test("entries cannot be changed or removed", async () => {
  // The message contains the name of the partition, if the table has partitions.
  const refused = { message: /^audit\.entry\S* is append-only$/ }
  const chain = { message: /^audit\.chain\S* is append-only$/ }
  const where = "where client = 'one' and number = 1"
  const run = (text: string) => database.transaction((tx) => tx.script(text))
  await assert.rejects(run(`update audit.entry set content = '{}' ${where}`), refused)
  await assert.rejects(run(`delete from audit.entry ${where}`), refused)
  await assert.rejects(run("delete from audit.chain where client = 'one'"), chain)
  assert.deepEqual(await problemsOf(), [])
})

/** Each alters one entry or a row about it, and returns the numbers that the check may report. */
const alterations: Record<
  string,
  (tx: Queries, number: number, random: string) => Promise<unknown>
> = {
  content: (tx, number, random) =>
    tx.rows(sql`update audit.entry set content = regexp_replace(content, '"personal":"......',
          concat('"personal":"', rpad(${random}::text, 6, 'x')))
        where client = 'long' and number = ${number}`),
  "a letter of the content": (tx, number) =>
    tx.rows(sql`update audit.entry set content = replace(content, 'contact.change', 'contact.chance')
        where client = 'long' and number = ${number}`),
  "the actor": (tx, number, random) =>
    tx.rows(sql`update audit.entry
        set content = regexp_replace(content, '"actor":"[^"]*"',
          concat('"actor":"', ${random}::text, '"'))
        where client = 'long' and number = ${number}`),
  time: (tx, number) =>
    tx.rows(sql`update audit.entry set at = at + interval '1 millisecond'
        where client = 'long' and number = ${number}`),
  hash: (tx, number) =>
    tx.rows(sql`update audit.entry set hash = sha256(hash)
        where client = 'long' and number = ${number}`),
  "previous hash": (tx, number) =>
    tx.rows(sql`update audit.entry set previous_hash = sha256(previous_hash)
        where client = 'long' and number = ${number}`),
  "content with a hash that needs no key": (tx, number, random) => {
    const content = `{"action":"signIn","at":"2026-03-02T12:00:00.000Z","x":"${random}"}`
    const hash = createHash("sha256").update(content).digest()
    return tx.rows(sql`update audit.entry set content = ${content}, hash = ${hash}
        where client = 'long' and number = ${number}`)
  },
  removed: (tx, number) =>
    tx.rows(sql`delete from audit.entry where client = 'long' and number = ${number}`),
  "moved to another client": (tx, number) =>
    tx.rows(sql`update audit.entry set client = 'one', number = 1000000
        where client = 'long' and number = ${number}`),
}

const tried = isFullSize ? 1_000 : 100

test(`the check finds ${tried} altered entries, each by its number`, {
  timeout: 300_000,
}, async () => {
  const random = createRandom(7)
  const kinds = Object.keys(alterations)
  for (let n = 0; n < tried; n += 1) {
    const kind = kinds[n % kinds.length] ?? ""
    const number = 1 + random.below(length)
    const found = await foundAfter((tx) => {
      const alter = alterations[kind]
      assert.ok(alter)
      return alter(tx, number, `x${random.below(1_000_000)}`)
    })
    const named = found.some((one) => one.client === "long" && one.number === number)
    assert.ok(named, `${kind} of ${number}: ${JSON.stringify(found)}`)
  }
  assert.deepEqual(await problemsOf(), [])
})

test("the check reports each of many entries that were altered together", async () => {
  const found = await foundAfter((tx) =>
    tx.rows(sql`update audit.entry set content = replace(content, 'contact', 'kontakt')
      where client = 'long'`),
  )
  assert.deepEqual(
    found.map(({ number }) => number),
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
})

test("the check finds a column that was changed to differ from its entry", async () => {
  const found = await foundAfter(async (tx) => {
    await (tx as { script?: (text: string) => Promise<void> }).script?.(
      "alter table audit.entry alter column actor drop expression",
    )
    await tx.rows(sql`update audit.entry set actor = 'somebody.else'
      where client = 'long' and number = 12`)
  })
  assert.deepEqual(found, [
    { client: "long", number: 12, problem: "has columns that differ from its content" },
  ])
})

test("an entry whose content is not an object, or whose key is not a text, does not stop the check", async () => {
  for (const content of ["null", "5", '"text"', '{"key":5}', '{"key":null}', '{"key":"zz"}']) {
    const found = await foundAfter((tx) =>
      tx.rows(
        sql`update audit.entry set content = ${content} where client = 'long' and number = 12`,
      ),
    )
    assert.ok(
      found.some(({ client, number }) => client === "long" && number === 12),
      content,
    )
  }
})

test("the check reports one removed entry once, and several by their first and last number", async () => {
  const without = async (from: number, to: number) => {
    const found = await foundAfter((tx) =>
      tx.rows(sql`delete from audit.entry
        where client = 'long' and number between ${from} and ${to}`),
    )
    return found.map(({ number, problem }) => `${number} ${problem}`)
  }
  const after = "15 does not follow the entry before it"
  assert.deepEqual(await without(14, 14), ["14 was taken out", after])
  assert.deepEqual(await without(12, 14), ["12 to 14 were taken out", after])
})

test("the check finds entries that were swapped", async () => {
  const found = await foundAfter(async (tx) => {
    await tx.rows(sql`update audit.entry set number = -1 where client = 'long' and number = 5`)
    await tx.rows(sql`update audit.entry set number = 5 where client = 'long' and number = 6`)
    await tx.rows(sql`update audit.entry set number = 6 where client = 'long' and number = -1`)
  })
  const numbers = found.map(({ number }) => number)
  assert.ok(numbers.includes(5) && numbers.includes(6), JSON.stringify(found))
})

test("the check finds an entry that was appended without the key", async () => {
  const found = await foundAfter(async (tx) => {
    await tx.rows(sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
      select client, number + 1, content, hash, sha256(hash), at from audit.entry
      where client = 'long' and number = 40`)
    await tx.rows(sql`update audit.chain set number = 41 where client = 'long'`)
  })
  assert.ok(found.some(({ number }) => number === 41))
})

test("the check finds a truncated chain, also after the next entries", async () => {
  const cut = async (tx: Queries) => {
    await tx.rows(sql`delete from audit.entry where client = 'long' and number > 38`)
    await tx.rows(sql`update audit.chain set number = 38, hash = (select hash from audit.entry
        where client = 'long' and number = 38) where client = 'long'`)
  }
  const atOnce = await foundAfter(cut)
  assert.deepEqual(atOnce, [
    { client: "long", number: null, problem: "has an end that was altered" },
  ])
  const later = await foundAfter(async (tx) => {
    await cut(tx)
    await audit.record(tx, entry("long", 1))
    await audit.record(tx, entry("long", 2))
  })
  assert.deepEqual(later, [
    {
      client: "long",
      number: 39,
      problem: "follows an end of the chain that was not its own",
    },
  ])
})

test("the check finds a chain that was deleted as a whole", async () => {
  const away = async (tx: Queries) => {
    await tx.rows(sql`delete from audit.entry where client = 'two'`)
    await tx.rows(sql`delete from audit.chain where client = 'two'`)
  }
  assert.deepEqual(await foundAfter(away), [
    { client: "two", number: null, problem: "was taken out as a whole" },
  ])
  const begunAgain = await foundAfter(async (tx) => {
    await away(tx)
    await audit.record(tx, entry("two", 1))
  })
  assert.deepEqual(begunAgain, [{ client: "two", number: null, problem: "was begun again" }])
})

test("the check finds a log deleted as a whole as long as people have keys or sessions, and accepts an unused log", async () => {
  const away = async (tx: Queries) => {
    await tx.rows(sql`delete from audit.entry`)
    await tx.rows(sql`delete from audit.chain`)
  }
  assert.deepEqual(await foundAfter(away), [
    { client: "", number: null, problem: "was taken out as a whole" },
  ])
  const unused = await foundAfter(async (tx) => {
    await away(tx)
    await tx.rows(sql`delete from audit.person_key`)
  })
  assert.deepEqual(unused, [])
})

test("a checkpoint stored elsewhere reveals a chain that was truncated to a former end", async () => {
  // An attacker saves an end with its seal now, and truncates the chain to it later.
  const [kept] = await database.rows<{ number: number; hash: Buffer; seal: Buffer }>(
    sql`select number::integer as number, hash, seal from audit.chain where client = 'one'`,
  )
  assert.ok(kept)
  for (let n = 0; n < 3; n += 1) await add("one", n)
  const { ends } = await checkAudit(database, keys.entries)
  let problems: AuditProblem[] = []
  const inside = await foundAfter(async (tx) => {
    await tx.rows(sql`delete from audit.entry where client = 'one' and number > ${kept.number}`)
    await tx.rows(sql`update audit.chain set number = ${kept.number}, hash = ${kept.hash},
        seal = ${kept.seal} where client = 'one'`)
    problems = (await checkAudit(tx, keys.entries, ends)).problems
  })
  assert.deepEqual(inside, [], "nothing within the database shows it")
  const from = kept.number + 1
  assert.deepEqual(problems, [
    { client: "one", number: from, problem: `to ${from + 2} were taken out` },
  ])
  assert.deepEqual((await checkAudit(database, keys.entries, ends)).problems, [])
  const other = ends.map((end) => ({ ...end, hash: end.hash.replaceAll("a", "b") }))
  const found = (await checkAudit(database, keys.entries, other)).problems
  assert.deepEqual(
    found.map(({ client }) => client).toSorted(),
    ends
      .filter(({ hash }) => hash.includes("a"))
      .map(({ client }) => client)
      .toSorted(),
  )
})

test("RECORD-04 with another key, the check reports a wrong key and not altered rows", async () => {
  const other = createKeyRing(randomBytes(32)).for("audit")
  await assert.rejects(
    checkAudit(database, other),
    (error) =>
      error instanceof WrongKey &&
      error.message.includes(other.current.id.toString("hex")) &&
      error.message.includes(keys.entries.current.id.toString("hex")),
  )
  await assert.rejects(
    foundAfter(async (tx) => {
      await tx.rows(sql`update audit.entry set content = replace(content, 'contact', 'kontakt'),
        hash = sha256(hash)`)
      await tx.rows(sql`update audit.chain set seal = sha256(seal)`)
      const { problems, entries } = await checkAudit(tx, keys.entries)
      assert.ok(problems.length >= entries, "a log altered from end to end is still called altered")
      throw new Error("told")
    }),
    /told/,
  )
})

test("RECORD-04 single entries with another key are reported with that key", async () => {
  const foreign = createAudit({ clock, keys: auditKeysOf(createKeyRing(randomBytes(32))) })
  const found = await foundAfter(async (tx) => {
    await foreign.record(tx, entry("one", 1))
  })
  assert.ok(
    found.some(({ problem }) =>
      /^was made with the audit key [0-9a-f]{8}, which is not given$/.test(problem),
    ),
  )
})
