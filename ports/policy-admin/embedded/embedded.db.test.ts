import assert from "node:assert/strict"
import { test } from "node:test"
import { openDatabase } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { DatabaseUnavailable } from "#database/unavailable.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testPolicyAdmin } from "../conformance.ts"
import { AccountSystemAway } from "../port.ts"
import { createEmbeddedPolicyAdmin } from "./embedded.ts"
import { replacePeople } from "./people.load.ts"

testPolicyAdmin("our own database", async (facts) => {
  const database = await openTestDatabase()
  await database.transaction(async (tx) => {
    for (const [client, people] of Object.entries(facts)) await replacePeople(tx, client, people)
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= database.close()
    return closed
  }
  return { policyAdmin: createEmbeddedPolicyAdmin(database), goAway: close, close }
})

test("an unreachable database makes the account system unavailable", async () => {
  const database = await openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing" })
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  assert.equal(await policyAdmin.available(), false)
  await assert.rejects(policyAdmin.person("harbor", "1"), (thrown) => {
    assert.ok(thrown instanceof AccountSystemAway)
    assert.ok(thrown.cause instanceof DatabaseUnavailable)
    return true
  })
  await database.close()
})

test("an invalid statement is our own fault and is not reported as an outage", async () => {
  const database = await openTestDatabase()
  await database.rows(sql`drop schema policy_admin cascade`)
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  await assert.rejects(policyAdmin.account("harbor", "1"), { code: "42P01" })
  await database.close()
})
