import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, test } from "node:test"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { type AuditEntry, createAudit } from "./audit.ts"
import { checkAudit } from "./audit-check.ts"
import { auditKeysOf } from "./audit-keys.ts"
import { createAuditLog } from "./audit-log.ts"

const clock = createTestClock()
const database = await openTestDatabase()
after(() => database.close())

const page = { before: Number.MAX_SAFE_INTEGER, limit: 30, without: [] }
const [earlier, next] = [randomBytes(32), randomBytes(32)]
const before = auditKeysOf(createKeyRing(earlier, next))
const now = auditKeysOf(createKeyRing(next, earlier))

const accounts = ["HM-1", "HM-2", "HM-3"]

async function change(keys: typeof now, accountNumber: string, email: string): Promise<void> {
  const userid = `maria_${accountNumber}`
  const entry: AuditEntry = {
    client: "harbor",
    action: "contact.change",
    actor: { kind: "customer", userid },
    ...{ accountNumber, subjectUserid: userid, ip: "203.0.113.9" },
    after: { email },
  }
  await database.transaction((tx) => createAudit({ clock, keys }).record(tx, entry))
  clock.advance({ minutes: 1 })
}

test("KEYS-05 entries are found, read and checked across a change of the audit key", async () => {
  // Simulates servers that restart one after the other: both keys are current on some server.
  const order = [before, before, now, before, now, now]
  for (const [index, keys] of order.entries()) {
    for (const account of accounts) await change(keys, account, `new-${index}@example.com`)
  }
  const newestFirst = order.map((_, index) => `new-${order.length - 1 - index}@example.com`)
  for (const keys of [before, now]) {
    const log = createAuditLog(keys)
    for (const account of accounts) {
      const found = await log.of(database, "harbor", account, page)
      assert.deepEqual(
        found.map(({ after }) => after.email),
        newestFirst,
      )
      // Reads the entries page by page, and then a single entry.
      const paged: typeof found = []
      while (paged.length < found.length) {
        const last = paged.at(-1)?.number ?? page.before
        paged.push(
          ...(await log.of(database, "harbor", account, { ...page, before: last, limit: 2 })),
        )
      }
      assert.deepEqual(paged, found)
      const only = found[2]?.number ?? 0
      assert.deepEqual(await log.of(database, "harbor", account, { ...page, only }), [found[2]])
      const changes = await log.contactChangesSince(database, "harbor", account, new Date(0))
      assert.equal(changes.length, order.length)
    }
    const { problems, entries } = await checkAudit(database, keys.entries)
    assert.deepEqual(problems, [])
    assert.ok(entries > order.length * accounts.length)
  }
  const alone = auditKeysOf(createKeyRing(next))
  const { problems, missingKeys } = await checkAudit(database, alone.entries)
  assert.deepEqual(missingKeys, [before.entries.current.id.toString("hex")])
  assert.ok(
    problems.some(({ problem }) =>
      /^was made with the audit key [0-9a-f]{8}, which is not given$/.test(problem),
    ),
  )
})
