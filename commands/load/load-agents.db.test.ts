import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { systemClock as clock } from "#platform/clock.ts"
import { checkAudit } from "#services/audit/audit-check.ts"
import { createStaffAccounts } from "#services/staff/accounts/staff-accounts.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testAudit, testAuditKeys, testPasswords } from "#testing/secret-key.ts"
import { exampleFiles, type Files, writeFolder } from "./example-folder.ts"
import { loadFolder } from "./load-folder.ts"

const audit = testAudit(clock)
let database: Database

// Each test loads the same staff member, who is new in its database.
beforeEach(async () => {
  database = await openTestDatabase()
})

afterEach(() => database.close())

/** Loads these agents. Returns the new audit entries, as "action userid". */
async function load(agents: object[]): Promise<string[]> {
  const known = (await auditLog(database, "")).length
  const files: Files = { ...exampleFiles(), "agents.json": agents }
  const folder = await writeFolder(files)
  await loadFolder(database, folder.path, { clock, audit, passwords: testPasswords }).finally(
    folder.remove,
  )
  const entries = (await auditLog(database, "")).slice(known)
  return entries.flatMap(({ action, actorKind, subjectUserid }) =>
    action.startsWith("staff.") ? [`${actorKind} ${action} ${subjectUserid}`] : [],
  )
}

const agents = (change: object = {}) =>
  exampleFiles()["agents.json"].map((agent) => ({ ...agent, ...change }))

async function account() {
  const [row] = await database.rows(
    sql`select last_name, clients, needs_second_factor
      from appauth.agent`,
  )
  return row
}

test("a load audits its changes of staff accounts", async () => {
  const [{ userid } = { userid: "" }] = agents()
  assert.deepEqual(await load(agents()), [`operator staff.account.add ${userid}`])
  assert.deepEqual(await load(agents()), [])
  assert.deepEqual(await load(agents({ secondFactor: true })), [
    `operator staff.account.change ${userid}`,
  ])
  const last = (await auditLog(database, "")).at(-1)
  assert.equal(last?.after?.["second factor"], "needed")
  assert.deepEqual(await load([]), [`operator staff.account.remove ${userid}`])
  const { problems } = await checkAudit(database, testAuditKeys.entries)
  assert.deepEqual(problems, [])
})

test("ROLES-05 a folder names the roles of staff, and staff without any keep the permissions from before roles existed", async () => {
  await load(agents())
  assert.deepEqual(await roles(), ["look", "serve", "approve"])
  const [{ userid } = { userid: "" }] = agents()
  assert.deepEqual(await load(agents({ roles: ["look", "manage-staff"] })), [
    `operator staff.account.change ${userid}`,
  ])
  assert.deepEqual(await roles(), ["look", "manage-staff"])
  assert.equal((await auditLog(database, "")).at(-1)?.after?.roles, "look, manage staff")
  await assert.rejects(load(agents({ roles: ["look", "boss"] })), /roles/)
})

async function roles() {
  const [row] = await database.rows<{ roles: string[] }>(sql`select roles from appauth.agent`)
  return row?.roles
}

test("a load does not undo command line changes, and keeps staff who are no longer listed", async () => {
  await load(agents({ clients: "all" }))
  const staff = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
  const [{ username } = { username: "" }] = agents()
  await staff.needSecondFactor(username, true)
  await staff.setClients(username, ["fund"])
  const set = await account()
  assert.deepEqual(await load(agents({ clients: "all", lastName: "Other" })), [])
  assert.deepEqual(await account(), set)
  assert.deepEqual(await load([]), [])
  assert.deepEqual(await account(), set)
})
