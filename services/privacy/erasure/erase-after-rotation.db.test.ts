import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createAudit } from "#services/audit/audit.ts"
import { checkAudit } from "#services/audit/audit-check.ts"
import { auditKeysOf } from "#services/audit/audit-keys.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { type ErasurePorts, erasePerson } from "./erase-person.ts"
import { readErased } from "./erased-people.ts"
import { findErasures } from "./erasures.store.ts"
import { liftPerson } from "./lift.ts"
import { repeatErasures } from "./repeat-erasures.ts"

const clock = createTestClock()
const client = "harbor"
const account = "HM-ROTATED"
const userid = "rosa.rotated"
const [earlier, current, next] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const keysBefore = auditKeysOf(createKeyRing(earlier))
const keysNow = auditKeysOf(createKeyRing(current, earlier))
const keysLater = auditKeysOf(createKeyRing(next, current, earlier))

test("PRIVACY-10 an erasure deletes the keys of a person under the pseudonyms of every audit key, and stays in force when the key rotates", async (t) => {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), "rotated-"))
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const portsWith = (keys: typeof keysNow): ErasurePorts => ({
    ...{ database, clock },
    audit: createAudit({ clock, keys }),
    auditLog: createAuditLog(keys),
    policyAdmin: createEmbeddedPolicyAdmin(database, database, clock),
    documentStore: createDiskDocumentStore(folder),
    forgetEmails: async () => 0,
  })
  const register = () =>
    database.rows(
      sql`insert into appauth.user_account (client, userid, account_number, username, password_hash,
          security_question_id, security_answer_hash, created_at)
        values (${client}, ${userid}, ${account}, ${userid}, '', '', '', ${clock.now()})`,
    )
  const record = async (keys: typeof keysNow, accountNumber: string | null) => {
    const actor = { kind: "customer", userid } as const
    const about = { client, accountNumber, subjectUserid: userid, ip: "203.0.113.9" }
    const entry = { ...about, actor, after: { email: "rosa@rotated.example" } }
    const { audit } = portsWith(keys)
    await database.transaction((tx) => audit.record(tx, { ...entry, action: "contact.change" }))
  }
  await register()
  for (const keys of [keysBefore, keysNow]) {
    await record(keys, account)
    await record(keys, null)
  }
  const names = createAuditLog(keysNow).namesOf(client, account, [userid])
  const personKeys = () =>
    database.rows<{ person: string }>(
      sql`select person from audit.person_key where client = ${client} order by person`,
    )
  assert.equal(new Set(names).size, 4)
  const stored = (await personKeys()).map(({ person }) => person)
  assert.deepEqual(stored.toSorted(), names.toSorted())

  await erasePerson(portsWith(keysNow), client, account)
  assert.deepEqual(await personKeys(), [])
  assert.deepEqual((await checkAudit(database, keysNow.entries)).problems, [])
  const page = { before: Number.MAX_SAFE_INTEGER, limit: 30, without: [] }
  const entries = await createAuditLog(keysNow).of(database, client, account, page)
  assert.equal(entries.length, 2)
  assert.doesNotMatch(JSON.stringify(entries), /rosa/)

  for (const keys of [keysNow, keysLater]) {
    const isErased = await readErased(database, createAuditLog(keys))
    assert.equal(isErased(client, account), true)
    assert.equal(isErased(client, "HM-OTHER"), false)
    assert.equal(isErased("twin", account), false)
  }
  const listed = await findErasures(database)
  const later = portsWith(keysLater)
  assert.equal(await liftPerson(later, client, account), true)
  assert.equal((await readErased(database, later.auditLog))(client, account), false)

  // Simulates a restore with a list from before the key rotation.
  await register()
  const repeated = await repeatErasures(later, listed)
  assert.deepEqual(repeated, { erased: 1, without: 0, refused: [] })
  assert.equal((await readErased(database, later.auditLog))(client, account), true)
})
