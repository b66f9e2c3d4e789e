// @prove-also models

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { accountIn } from "#testing/account-in-chain.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { createRandom } from "#testing/random.ts"
import { testAudit, testAuditKeys } from "#testing/secret-key.ts"
import { beginningOf, chainAt } from "./audit-chains.ts"
import { checkAudit } from "./audit-check.ts"

const client = "harbor"
const strands = [1, 2, 7, 16]
const length = 40
const audit = testAudit(createTestClock())
const accounts = new Map(
  strands.map((strand) => [strand, accountIn(testAuditKeys, client, strand, "A")]),
)

let database: Database

async function add(queries: Database, strand: number): Promise<void> {
  await queries.transaction((tx) => record(tx, strand))
}

async function record(tx: Queries, strand: number): Promise<void> {
  await audit.record(tx, {
    client,
    action: "contact.change",
    actor: { kind: "system" },
    accountNumber: accounts.get(strand) ?? "",
    subjectUserid: null,
    ip: null,
    after: { email: "new@example.com" },
  })
}

before(async () => {
  database = await openTestDatabase()
  for (let n = 0; n < length; n += 1) for (const strand of strands) await add(database, strand)
})

after(() => database.close())

async function problems(queries: Queries = database) {
  return (await checkAudit(queries, testAuditKeys.entries)).problems
}

class Undone extends Error {}

/** The problems that the check finds after `alter`, which may change anything in the database. */
async function foundAfter(alter: (tx: Queries) => Promise<unknown>) {
  let found: Awaited<ReturnType<typeof problems>> = []
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.script(`alter table audit.entry disable trigger user;
        alter table audit.chain disable trigger user`)
      await alter(tx)
      found = await problems(tx)
      throw new Undone()
    }),
    Undone,
  )
  return found
}

const at = (strand: number, position: number) => beginningOf(strand) + position

async function endOf(queries: Queries, strand: number) {
  const [end] = await queries.rows<{ number: number; hash: Buffer; seal: Buffer }>(
    sql`select number::float8 as number, hash, seal from audit.chain
      where client = ${client} and strand = ${strand}`,
  )
  assert.ok(end)
  return end
}

/** Truncates a chain to one of its former ends, with the seal of that end. */
async function cutBack(tx: Queries, strand: number, to: Awaited<ReturnType<typeof endOf>>) {
  const through = beginningOf(strand + 1)
  await tx.rows(sql`delete from audit.entry where client = ${client}
    and number > ${to.number} and number <= ${through}`)
  await tx.rows(sql`update audit.chain set number = ${to.number}, hash = ${to.hash},
    seal = ${to.seal} where client = ${client} and strand = ${strand}`)
}

async function move(tx: Queries, from: number, to: number): Promise<void> {
  await tx.rows(
    sql`update audit.entry set number = ${to} where client = ${client} and number = ${from}`,
  )
}

test("CHAIN-02 the entries of an account are in one chain, in order, and the log is valid", async () => {
  const rows = await database.rows<{ number: number; account: string; content: string }>(
    sql`select number::float8 as number, account, content from audit.entry
      where client = ${client} order by number`,
  )
  const byAccount = Map.groupBy(rows, ({ account }) => account)
  assert.equal(byAccount.size, strands.length)
  for (const own of byAccount.values()) {
    const [first] = own
    assert.ok(first && own.length >= length)
    assert.deepEqual(
      own.map(({ number }) => number),
      own.map((_, index) => first.number + index),
    )
    for (const { number, content } of own) {
      assert.equal(JSON.parse(content).strand, chainAt(number))
    }
  }
  assert.deepEqual(await problems(), [])
})

test("CHAIN-02 writers of different chains do not wait for each other", {
  timeout: 60_000,
}, async (t) => {
  if (database.engine === "PGlite") return t.diagnostic("PGlite has one connection")
  await database.transaction(async (tx) => {
    await record(tx, 2)
    await add(database, 7)
  })
  assert.deepEqual(await problems(), [])
})

test("CHAIN-03 cross-link entries reveal a chain that was truncated to a former end", async () => {
  for (const strand of strands) {
    const found = await foundAfter(async (tx) => {
      const early = await endOf(tx, strand)
      for (let n = 0; n < 16; n += 1) for (const one of strands) await record(tx, one)
      assert.deepEqual(await problems(tx), [])
      await cutBack(tx, strand, early)
    })
    assert.ok(
      found.some(({ number, problem }) => {
        return number !== null && chainAt(number) === strand && /taken out: entry/.test(problem)
      }),
      `strand ${strand}: ${JSON.stringify(found)}`,
    )
  }
})

test("CHAIN-03 the check finds a chain that was deleted as a whole, even if it was started again", async () => {
  const away = async (tx: Queries) => {
    await tx.rows(sql`delete from audit.entry where client = ${client}
      and number > ${beginningOf(7)} and number <= ${beginningOf(8)}`)
    await tx.rows(sql`delete from audit.chain where client = ${client} and strand = 7`)
  }
  const whole = (problem: string) => ({ client, number: null, problem: `${problem} (strand 7)` })
  const found = (await foundAfter(away)).filter(({ number }) => number === null)
  assert.deepEqual(found, [whole("was taken out as a whole")])
  const again = await foundAfter(async (tx) => {
    await away(tx)
    await record(tx, 7)
  })
  assert.deepEqual(
    again.filter(({ number }) => number === null),
    [whole("was begun again")],
  )
})

/**
 * Each function alters the entry at this position of this chain, and returns a number that the
 * check must report.
 */
const alterations: Record<
  string,
  (tx: Queries, own: { strand: number; other: number; position: number }) => Promise<number>
> = {
  async "removal of a cross-link entry"(tx, { strand }) {
    await tx.rows(
      sql`delete from audit.entry where client = ${client} and number = ${at(strand, 16)}`,
    )
    return at(strand, 16)
  },
  async "change of the ends in a cross-link entry"(tx, { strand }) {
    await tx.rows(sql`update audit.entry set content = regexp_replace(content, '"hash":"....', '"hash":"0000')
      where client = ${client} and number = ${at(strand, 32)}`)
    return at(strand, 32)
  },
  async "removal of an entry"(tx, { strand, position }) {
    await tx.rows(
      sql`delete from audit.entry where client = ${client} and number = ${at(strand, position)}`,
    )
    return at(strand, position)
  },
  async "swap of two entries in different chains"(tx, { strand, other, position }) {
    await move(tx, at(strand, position), -1)
    await move(tx, at(other, position), at(strand, position))
    await move(tx, -1, at(other, position))
    return at(strand, position)
  },
  async "move of a last entry to the end of another chain"(tx, { strand, other }) {
    const [from, to] = [await endOf(tx, strand), await endOf(tx, other)]
    await move(tx, from.number, to.number + 1)
    return to.number + 1
  },
  async "removal of the last entries"(tx, { strand, position }) {
    const end = await endOf(tx, strand)
    await tx.rows(sql`delete from audit.entry where client = ${client}
      and number >= ${at(strand, position)} and number <= ${beginningOf(strand + 1)}`)
    assert.ok(end.number >= at(strand, position))
    return at(strand, position)
  },
}

for (const seed of modelSeeds()) {
  test(`CHAIN-03 the check finds removed, altered, moved and swapped entries in any chain, each by its number (seed ${seed})`, {
    timeout: 300_000,
  }, async () => {
    const random = createRandom(seed)
    const kinds = Object.keys(alterations)
    for (let n = 0; n < (isFullSize ? 600 : 36); n += 1) {
      const kind = kinds[n % kinds.length] ?? ""
      const [strand, other] = shuffled(random)
      const own = { strand, other, position: 1 + random.below(length) }
      let wanted = 0
      const found = await foundAfter(async (tx) => {
        wanted = (await alterations[kind]?.(tx, own)) ?? 0
      })
      const isNamed = found.some(({ number }) => number === wanted)
      assert.ok(isNamed, `${kind}, ${JSON.stringify(own)}: ${JSON.stringify(found.slice(0, 5))}`)
    }
    assert.deepEqual(await problems(), [])
  })
}

function shuffled(random: ReturnType<typeof createRandom>): [number, number] {
  const strand = random.pick(strands)
  const others = strands.filter((one) => one !== strand)
  return [strand, random.pick(others)]
}
