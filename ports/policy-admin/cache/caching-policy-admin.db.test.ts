import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { createTestClock, type TestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { AccountSystemAway } from "../port.ts"
import { deleteExpired } from "./cache-age.ts"
import { createCachingPolicyAdmin } from "./caching-policy-admin.ts"
import { pausedAccount, pausedPolicies } from "./read-only-copy.ts"
import { allowStaleReads } from "./stale-reads.ts"

const keys = createKeyRing(Buffer.alloc(32, 7))
const maria = demoPerson("maria.santos").accountNumber ?? ""
const client = "harbor"

let database: Database
let clock: TestClock
let accountSystem: AccountSystem
let hours: Record<string, number>

before(async () => {
  clock = createTestClock()
  database = await openDemoDatabase(clock)
})
after(() => database.close())

beforeEach(async () => {
  await database.rows(sql`delete from myaccount_core.kept_read`)
  await database.rows(sql`delete from myaccount_core.kept_number`)
  accountSystem = createAccountSystem(database)
  hours = { harbor: 24, secondTenant: 24 }
})

/** Starts a separate process. */
function start() {
  return createCachingPolicyAdmin({
    inner: accountSystem.policyAdmin,
    database,
    clock,
    seal: createSeal(keys.for("seal")),
    secrets: createSecrets(keys.for("secrets")),
    reasonOf: async () => "paused",
    hoursOf: async (name) => hours[name] ?? 0,
    log: { info() {}, warn: (_, text) => assert.fail(text) },
  })
}

async function rows(): Promise<{ sealed: Buffer; keptAt: Date; read: Buffer }[]> {
  return await database.rows(sql`select sealed, kept_at, read from myaccount_core.kept_read`)
}

test("KEPT-01 a call that shows data gets the last good answer and its age, in any process", async () => {
  const first = start()
  const live = await allowStaleReads(() => first.policyAdmin.account(client, maria))
  assert.equal(live.asOf, undefined)
  await first.idle()
  const keptAt = clock.now()

  clock.advance({ hours: 3 })
  accountSystem.goAway()
  const other = start()
  const shown = await allowStaleReads(() => other.policyAdmin.account(client, maria))
  assert.deepEqual(shown, { result: pausedAccount(live.result, "paused"), asOf: keptAt })

  accountSystem.comeBack()
  const back = await allowStaleReads(() => other.policyAdmin.account(client, maria))
  assert.equal(back.asOf, undefined)
})

test("KEPT-01 a cached account answers questions about its person and products, and the oldest answer gives the age", async () => {
  const { policyAdmin, idle } = start()
  const account = (await allowStaleReads(() => policyAdmin.account(client, maria))).result
  await idle()
  const first = clock.now()
  const active = account?.products.filter((product) => product.active) ?? []
  const policyNumber = active[0]?.policyNumber ?? ""
  const inactive = account?.products.find((product) => !product.active)?.policyNumber ?? ""

  clock.advance({ minutes: 10 })
  const bills = (await allowStaleReads(() => policyAdmin.openBills(client, maria, policyNumber)))
    .result
  await idle()
  accountSystem.goAway()
  const shown = await allowStaleReads(async () => ({
    bills: await policyAdmin.openBills(client, maria, policyNumber),
    person: await policyAdmin.person(client, maria),
    active: await policyAdmin.activeProducts(client, maria, ""),
    withInactive: await policyAdmin.activeProducts(client, maria, inactive),
    product: await policyAdmin.product(client, maria, inactive),
    unknown: await policyAdmin.product(client, maria, "1"),
  }))
  assert.deepEqual(shown.asOf, first)
  assert.deepEqual(shown.result.bills, bills)
  assert.deepEqual(shown.result.person, pausedAccount(account, "paused")?.person)
  assert.deepEqual(shown.result.active, pausedPolicies(active, "paused"))
  assert.equal(shown.result.withInactive?.length, active.length + 1)
  assert.equal(shown.result.product?.policyNumber, inactive)
  assert.equal(shown.result.unknown, undefined)
})

test("KEPT-01 of two answers from the same millisecond, the later one stays", async () => {
  const { policyAdmin, idle } = start()
  for (const lastName of ["Santos-Lima", "Santos"]) {
    await database.rows(sql`update policy_admin.person set last_name = ${lastName}
      where client = ${client} and account_number = ${maria}`)
    await allowStaleReads(() => policyAdmin.person(client, maria))
    await idle()
  }
  accountSystem.goAway()
  const { result } = await allowStaleReads(() => policyAdmin.person(client, maria))
  assert.equal(result?.lastName, "Santos")
})

test("KEPT-01 reading the active products also caches the rest of the account", async () => {
  const { policyAdmin, idle } = start()
  await allowStaleReads(() => policyAdmin.activeProducts(client, maria, ""))
  while ((await rows()).length < 2) await idle()
  accountSystem.goAway()
  const { result } = await allowStaleReads(() => policyAdmin.person(client, maria))
  assert.equal(result?.accountNumber, maria)
})

test("KEPT-02 a call that decides or changes something neither gets nor stores a cached answer", async () => {
  const { policyAdmin, idle } = start()
  await policyAdmin.account(client, maria)
  await idle()
  assert.equal((await rows()).length, 0)

  await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  accountSystem.goAway()
  await assert.rejects(policyAdmin.account(client, maria), AccountSystemAway)
  const payment = { client, paymentId: crypto.randomUUID(), accountNumber: maria, amount: 1 }
  const posting = { ...payment, policyNumber: "1", paidOn: "2026-05-04" }
  await assert.rejects(
    allowStaleReads(() => policyAdmin.applyPayment(posting)),
    AccountSystemAway,
  )
  await assert.rejects(
    allowStaleReads(() => policyAdmin.billing.autoPayDue(client, "2026-05-04", undefined, 10)),
    AccountSystemAway,
  )
  assert.equal(await policyAdmin.available(), false)
})

test("KEPT-03 an answer older than the client's limit is neither shown nor stored", async () => {
  const { policyAdmin, idle } = start()
  await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  hours.harbor = 2
  accountSystem.goAway()
  const read = () => allowStaleReads(() => policyAdmin.person(client, maria))
  clock.advance({ hours: 2 })
  assert.equal((await read()).result?.accountNumber, maria)
  clock.advance({ seconds: 1 })
  await assert.rejects(read(), AccountSystemAway)

  const cleanUp = () =>
    deleteExpired({ database, clock, hours: async () => new Map(Object.entries(hours)) })
  hours.harbor = 3
  await cleanUp()
  assert.equal((await rows()).length, 1)
  hours.harbor = 2
  await cleanUp()
  assert.equal((await rows()).length, 0)
  assert.deepEqual(await database.rows(sql`select * from myaccount_core.kept_number`), [])
})

test("KEPT-03 a client with a limit of 0 hours stores and shows no cached answers", async () => {
  const { policyAdmin, idle } = start()
  await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  hours.harbor = 0
  await allowStaleReads(() => policyAdmin.account(client, maria))
  await allowStaleReads(() => policyAdmin.openBills(client, maria, "1"))
  await idle()
  assert.equal((await rows()).length, 1, "only that of the time before")
  accountSystem.goAway()
  await assert.rejects(
    allowStaleReads(() => policyAdmin.account(client, maria)),
    AccountSystemAway,
  )
})

test("KEPT-04 a person or product that the account system no longer has is removed from the cache", async () => {
  const { policyAdmin, idle, forget } = start()
  const keep = async () => {
    clock.advance({ seconds: 1 })
    await allowStaleReads(() => policyAdmin.account(client, maria))
    await idle()
    assert.equal((await rows()).length, 1)
  }
  await keep()
  assert.equal(await policyAdmin.product(client, maria, "no such product"), undefined)
  await idle()
  assert.equal((await rows()).length, 0)

  await keep()
  forget(client, maria)
  await idle()
  assert.equal((await rows()).length, 0)
  accountSystem.goAway()
  await assert.rejects(
    allowStaleReads(() => policyAdmin.account(client, maria)),
    AccountSystemAway,
  )
})

test("KEPT-04 another client's person with the same numbers is not shown", async () => {
  const { policyAdmin, idle } = start()
  const own = await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  accountSystem.goAway()
  await assert.rejects(
    allowStaleReads(() => policyAdmin.account("twin", maria)),
    AccountSystemAway,
  )
  const numbers = own.result?.products.map(({ policyNumber }) => ({ policyNumber })) ?? []
  for (const key of [...numbers, { accountNumber: maria }]) {
    await assert.rejects(
      allowStaleReads(() => policyAdmin.find(["twin"], key)),
      AccountSystemAway,
    )
    const both = await allowStaleReads(() => policyAdmin.find(["twin", client], key))
    assert.deepEqual(
      both.result.map((one) => one.client),
      [client],
    )
  }
})

test("KEPT-05 staff find a person with cached data by any plan number and any spelling", async () => {
  const { policyAdmin, idle } = start()
  const { result } = await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  accountSystem.goAway()
  const spelled = `${maria.slice(0, 2)}-${maria.slice(2).toLowerCase()} `
  const last = result?.products.at(-1)?.policyNumber ?? ""
  for (const key of [{ accountNumber: spelled }, { policyNumber: last }]) {
    const found = await allowStaleReads(() => policyAdmin.find([client], key))
    assert.deepEqual(found.result, [{ client, person: result?.person }])
    assert.ok(found.asOf)
    await assert.rejects(policyAdmin.find([client], key), AccountSystemAway)
  }
  await assert.rejects(
    allowStaleReads(() => policyAdmin.find([client], { policyNumber: "0000000000" })),
    AccountSystemAway,
  )
})

test("KEPT-06 cached data of the account system are encrypted, and unusable in another row or with another time", async () => {
  const { policyAdmin, idle } = start()
  const { result } = await allowStaleReads(() => policyAdmin.account(client, maria))
  await idle()
  const [row] = await rows()
  assert.ok(row && result)
  const text = `${row.sealed.toString("latin1")}${row.read.toString("latin1")}`
  for (const secret of [result.person.lastName, result.person.emailAddress]) {
    assert.equal(text.includes(secret), false)
  }
  const numbers = await database.rows<{ number: Buffer }>(
    sql`select number from myaccount_core.kept_number`,
  )
  assert.equal(numbers.length, result.products.length + 1)
  for (const { number } of numbers) assert.equal(number.length, 36)

  accountSystem.goAway()
  const change = async (statement: ReturnType<typeof sql>) => {
    await database.rows(statement)
    await assert.rejects(
      allowStaleReads(() => policyAdmin.account(client, maria)),
      AccountSystemAway,
    )
    await database.rows(
      sql`update myaccount_core.kept_read set sealed = ${row.sealed}, kept_at = ${row.keptAt}`,
    )
    await allowStaleReads(() => policyAdmin.account(client, maria))
  }
  await change(sql`update myaccount_core.kept_read set kept_at = kept_at + interval '1 second'`)
  const changed = Buffer.from(row.sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  await change(sql`update myaccount_core.kept_read set sealed = ${changed}`)
  const { accountNumber = "" } = demoPerson("james.okafor")
  await database.rows(sql`update myaccount_core.kept_read set account_number = ${accountNumber}`)
  await assert.rejects(
    allowStaleReads(() => policyAdmin.account(client, accountNumber)),
    AccountSystemAway,
  )
})

test("KEPT-06 an unchanged answer is written once a minute, and an older one never replaces a newer one", async () => {
  const { policyAdmin, idle } = start()
  const ages: Date[] = []
  const read = async () => {
    await Promise.all([1, 2, 3].map(() => allowStaleReads(() => policyAdmin.person(client, maria))))
    await idle()
    const [row] = await rows()
    assert.ok(row)
    if (row.keptAt.getTime() !== ages.at(-1)?.getTime()) ages.push(row.keptAt)
  }
  await read()
  clock.advance({ seconds: 59 })
  await read()
  assert.equal(ages.length, 1)
  clock.advance({ seconds: 1 })
  await read()
  assert.equal(ages.length, 2)

  // This answer comes from a process whose clock is behind.
  clock.advance({ hours: -1 })
  const late = start()
  await allowStaleReads(() => late.policyAdmin.person(client, maria))
  await late.idle()
  clock.advance({ hours: 1 })
  await read()
  assert.equal(ages.length, 2)
})

test("KEPT-04 an answer about a product is not shown if a newer cached account lacks the product", async () => {
  const { policyAdmin, idle } = start()
  const account = (await allowStaleReads(() => policyAdmin.account(client, maria))).result
  const { policyNumber } = account?.products.find((product) => product.active) ?? {
    policyNumber: "",
  }
  const reads: Record<string, () => Promise<unknown>> = {
    policy: () => policyAdmin.policy(client, maria, policyNumber),
    openBills: () => policyAdmin.openBills(client, maria, policyNumber),
    entries: () => policyAdmin.entries(client, maria, policyNumber),
  }
  for (const read of Object.values(reads)) await allowStaleReads(read)
  await idle()
  accountSystem.goAway()
  for (const read of Object.values(reads)) assert.ok((await allowStaleReads(read)).result)
  accountSystem.comeBack()

  clock.advance({ minutes: 5 })
  const moveTo = async (accountNumber: string) =>
    await database.rows(
      sql`update policy_admin.policy set account_number = ${accountNumber}
        where client = ${client} and policy_number = ${policyNumber}`,
    )
  await moveTo(demoPerson("james.okafor").accountNumber ?? "")
  try {
    await allowStaleReads(() => policyAdmin.account(client, maria))
    await idle()
    accountSystem.goAway()
    for (const [name, read] of Object.entries(reads)) {
      await assert.rejects(allowStaleReads(read), AccountSystemAway, name)
    }
    const product = () => policyAdmin.product(client, maria, policyNumber)
    assert.equal((await allowStaleReads(product)).result, undefined)
  } finally {
    accountSystem.comeBack()
    await moveTo(maria)
  }
})
