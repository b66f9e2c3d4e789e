import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { brandsOf } from "#testing/brands.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { payerAccount } from "#testing/payers.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { billingRunOf, setOnAutoPay } from "./billing-fixture.ts"
import { billingJob } from "./billing-job.ts"
import type { BillingRun } from "./billing-run.ts"

const payers = 12

let at: Awaited<ReturnType<typeof startPaymentsTest>>

beforeEach(async () => {
  at = await startPaymentsTest(payers)
  for (let payer = 0; payer < payers; payer += 1) await setOnAutoPay(at, payer, "visa")
  at.clock.advance({ days: 13 })
})

afterEach(() => at.close())

async function charged(): Promise<number[]> {
  const server = at.startProcess()
  const counts: number[] = []
  for (let payer = 0; payer < payers; payer += 1) {
    counts.push((await server.history(client, payerAccount(payer))).length)
  }
  return counts
}

/** The billing of a process that is asked to stop while it makes its second charge. */
function stoppedRun() {
  const stopping = new AbortController()
  const server = at.startProcess()
  let charges = 0
  const { runOf } = billingRunOf(at, {
    ...server,
    async submit(payment) {
      charges += 1
      if (charges === 2) stopping.abort()
      return await server.submit(payment)
    },
  })
  return { runOf, signal: stopping.signal }
}

async function runJob(runOf: BillingRun["runOf"], signal: AbortSignal): Promise<void> {
  const { database, clock } = at
  // A separate lookup, because a lookup caches its reads for some seconds.
  const brands = brandsOf(database, clock)
  const log = { info() {}, warn() {} }
  await billingJob(
    { database, sharedTime: sharedTimeOf(clock).now, brands, log } as object as Deps,
    { runOf },
  ).run(signal)
}

test("ZONE-07 a billing run that is asked to stop ends soon, and the next one makes each remaining charge once", async () => {
  const { runOf, signal } = stoppedRun()
  const today = await at.brands.todayOf(client)
  await assert.rejects(runOf(client, today, signal), { name: "AbortError" })
  const before = (await charged()).filter((count) => count > 0).length
  assert.ok(before >= 2 && before < payers, `${before} charges`)
  await billingRunOf(at, at.startProcess()).runOf(client, today)
  assert.deepEqual(await charged(), Array(payers).fill(1))
})

test("ZONE-07 the job of another process continues a stopped run at once, and no job repeats a finished one", async () => {
  const { runOf, signal } = stoppedRun()
  await runJob(runOf, signal)
  assert.ok((await charged()).includes(0))
  const own = billingRunOf(at, at.startProcess())
  let runs = 0
  const counted: BillingRun["runOf"] = async (...day) => {
    runs += 1
    return await own.runOf(...day)
  }
  for (let n = 0; n < 2; n += 1) await runJob(counted, AbortSignal.any([]))
  assert.equal(runs, 1)
  assert.deepEqual(await charged(), Array(payers).fill(1))
  const rows = await at.database.rows(
    sql`select 1 from myaccount_core.billing_run where finished_at is null`,
  )
  assert.deepEqual(rows, [])
})

test("ZONE-07 a run waits for the end of a planned window, and a run interrupted by a window continues after it", async () => {
  const planned = [
    { from: "07:30", until: "08:30" },
    { from: "09:00", until: "09:30" },
  ]
  await at.database.rows(sql`update appcontent.client
    set planned_away = ${JSON.stringify(planned)}::jsonb where client = ${client}`)
  // The time is 8 a.m. in New York.
  const never = AbortSignal.any([])
  await runJob(async () => assert.fail("no run in the window"), never)
  at.clock.advance({ minutes: 45 })
  const intoWindow: BillingRun["runOf"] = async () => {
    at.clock.advance({ minutes: 20 })
    throw new AccountSystemAway("It is away as planned.")
  }
  await runJob(intoWindow, never)
  await runJob(async () => assert.fail("no run in the window"), never)
  assert.deepEqual(await charged(), Array(payers).fill(0))
  at.clock.advance({ minutes: 30 })
  await runJob(billingRunOf(at, at.startProcess()).runOf, never)
  assert.deepEqual(await charged(), Array(payers).fill(1))
})

test("ZONE-07 a run that meets an outage outside of a planned window fails", async () => {
  const away: BillingRun["runOf"] = async () => {
    throw new AccountSystemAway("It is away.")
  }
  await assert.rejects(runJob(away, AbortSignal.any([])), { name: "AccountSystemAway" })
})
