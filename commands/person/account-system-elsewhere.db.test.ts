import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { test } from "node:test"
import { type Queries, sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createTestClock } from "#testing/clock.ts"
import { openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling, openDemoDatabase } from "#testing/demo-database.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { endEveryAutoPay } from "#testing/full-person.store.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { startServedPolicyAdmin } from "../policy-admin/served.ts"

const client = "harbor"
const { accountNumber: account = "" } = demoPerson("james.okafor")

test("PRIVACY-14 with an account system over HTTP, its debts refuse an erasure, and its own records stay", async (t) => {
  const clock = createTestClock()
  const elsewhere = await openDemoDatabase(clock)
  const place = await openCommandDatabase(demoFilling(clock))
  const token = randomBytes(16).toString("hex")
  const listen = { port: 0, host: "127.0.0.1", token, logLevel: "silent" }
  const start = () => startServedPolicyAdmin({ database: elsewhere, clock, ...listen })
  let served = await start()
  await mkdir(join(place.folder, "documents"))
  t.after(async () => {
    await served.close()
    await place.close()
    await elsewhere.close()
  })
  const run = (...typed: string[]) =>
    runCommandHere("person", typed, {
      ...place.settings,
      ...{ INIT_CWD: place.folder, POLICY_ADMIN_URL: served.url, POLICY_ADMIN_TOKEN: token },
    })
  const erase = () => run("erase", client, account, "--confirm", account)
  const users = () => place.visit((database) => countOf(database))

  const owing = await erase()
  assert.equal(owing.code, 1)
  assert.match(owing.err, /\$[\d.]+ is owed for product/)

  await endEveryAutoPay(elsewhere)
  const policyAdmin = createEmbeddedPolicyAdmin(elsewhere, elsewhere, clock)
  for (const { policyNumber, billing } of (await policyAdmin.account(client, account))?.products ??
    []) {
    const amount = billing.openAmounts.reduce((sum, { owed }) => sum + owed, 0)
    const credit = { client, accountNumber: account, policyNumber, amount, on: "2026-03-02" }
    if (amount > 0) await policyAdmin.postCredit({ ...credit, creditId: policyNumber, note: "" })
  }
  await served.close()
  const away = await erase()
  assert.notEqual(away.code, 0)
  assert.equal(await users(), 1, "an account system that is away cannot say that nothing is owed")

  served = await start()
  const exported = await run("export", client, account, "--to", "answer")
  assert.equal(exported.code, 0, exported.err)
  const data = JSON.parse(await readFile(join(place.folder, "answer", "person.json"), "utf8"))
  assert.equal(data.accountSystem.person.accountNumber, account)
  const erased = await erase()
  assert.equal(erased.code, 0, erased.err)
  assert.equal(await users(), 0)
  assert.ok(await policyAdmin.person(client, account), "the account system is not ours to erase")
})

async function countOf(database: Queries): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count from appauth.user_account
      where client = ${client} and account_number = ${account}`,
  )
  return row?.count ?? 0
}
