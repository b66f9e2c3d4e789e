import type { ChildProcess } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { countSpent, createCounters } from "#tools/bench/compared-side.store.ts"
import { cpuMilliseconds, residentMegabytes } from "#tools/bench/processes.ts"
import { median } from "#tools/bench/report.ts"
import type { Part, Run } from "../part.ts"
import { client, today } from "../world/names.ts"
import { grantRights, inDatabase, onPostgres } from "../world/postgres.ts"
import { startProcess } from "../world/processes.ts"
import { startWorld } from "../world/world.ts"
import { countDone, countEmails, type Done, findOutcomes } from "./billing-day.store.ts"
import { every, expectedOutcomes, fillAccounts, kinds } from "./billing-day-accounts.ts"

const longestStopSeconds = 30
/**
 * The largest growth of the memory from the second quarter of a run to its last one, for long runs.
 */
const mostGrowth = 1.25
const longRunSamples = 60
/**
 * Durable and with autovacuum, as by default, because the figures should describe such a database.
 */
const asInProduction = { shared_preload_libraries: "pg_stat_statements", max_connections: "200" }
const patient = { PAYMENT_GATEWAY_TIMEOUT: "15" }

/**
 * The billing of one day for many accounts: it issues bills, announces auto pay charges and makes
 * some. It is stopped several times, and the next run continues. Everything is done once.
 */
export const billingDay: Part = async (run) => {
  const accounts = { small: 6_000, change: 100_000, full: 1_000_000 }[run.size]
  return await onPostgres(async (databaseUrl) => {
    await using world = await startWorld({ databaseUrl, servers: 0, settings: patient })
    return await inDatabase(world.source, async (database) => {
      await fillAccounts(database, accounts)
      await grantRights(databaseUrl)
      run.log(`${accounts.toLocaleString("en-US")} accounts`)
      await createCounters(database)
      return await billUntilDone(run, accounts, database, world.settings)
    })
  }, asInProduction)
}

async function billUntilDone(
  { small, seed, log }: Run,
  accounts: number,
  database: Database,
  settings: Record<string, string>,
): Promise<string[]> {
  const random = createRandom(seed)
  const wrong: string[] = []
  let stops = small ? 2 : 5
  let seconds = 0
  let memory: number[] = []
  let cpu = 0
  const before = (await countSpent(database)).statements
  for (let isDone = false; !isDone; ) {
    const bill = await billOnce(database, settings, stops > 0 ? random : undefined)
    seconds += bill.seconds
    cpu += bill.cpu
    if (bill.memory.length > memory.length) memory = bill.memory
    if (bill.stoppedIn !== undefined) {
      stops -= 1
      log(`stopped within ${bill.stoppedIn.toFixed(1)} s after ${total(bill.done)} rows`)
      if (bill.stoppedIn > longestStopSeconds) wrong.push("a run did not stop soon")
    } else if (bill.code !== 0) return [...wrong, `a run ended with ${bill.code}`]
    isDone = bill.code === 0
  }
  const rows = total(await countDone(database, client, today().toString()))
  log(
    `${(accounts / seconds).toFixed(0)} accounts and ${(rows / seconds).toFixed(0)} rows a second`,
  )
  const statements = (await countSpent(database)).statements - before
  log(
    `${(statements / rows).toFixed(1)} statements and ${(cpu / rows).toFixed(1)} ms of Node's CPU a row, with the starts of the processes`,
  )
  return [...wrong, ...comparedMemory(memory, log), ...(await compared(database, accounts))]
}

interface Bill {
  /** Null for a process that a signal ended. */
  code: number | null
  /** Seconds from the stop request to the end; absent for a run that was not stopped. */
  stoppedIn?: number
  seconds: number
  done: Done
  /** The resident megabytes of the process, each second. */
  memory: number[]
  /** The CPU milliseconds of the process at the last reading. */
  cpu: number
}

/** Runs the billing in a process; with `random`, asks it to stop while it works. */
async function billOnce(
  database: Database,
  settings: Record<string, string>,
  random: Random | undefined,
): Promise<Bill> {
  const before = total(await countDone(database, client, today().toString()))
  const start = performance.now()
  const { child, ended } = startProcess("commands/my-account.ts", ["billing-run"], settings)
  const memory: number[] = []
  let cpu = 0
  let stoppedAt: number | undefined
  while (isRunning(child)) {
    await Promise.race([sleep(1_000), ended])
    if (isRunning(child)) memory.push(residentMegabytes(child))
    cpu = Math.max(cpu, cpuMilliseconds(child.pid ?? 0))
    if (!random || stoppedAt !== undefined) continue
    if (total(await countDone(database, client, today().toString())) === before) continue
    await sleep(random.below(3_000))
    if (child.kill("SIGTERM")) stoppedAt = performance.now()
  }
  const code = await ended
  const end = performance.now()
  return {
    code,
    memory,
    cpu,
    seconds: (end - start) / 1_000,
    done: await countDone(database, client, today().toString()),
    ...(stoppedAt !== undefined && code !== 0 && { stoppedIn: (end - stoppedAt) / 1_000 }),
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function total({ bills, notices, charges }: Done): number {
  return bills + notices + charges
}

function comparedMemory(memory: number[], log: Run["log"]): string[] {
  const quarter = (from: number) =>
    median(memory.slice((memory.length * from) / 4, (memory.length * (from + 1)) / 4))
  const [early, late] = [quarter(1), quarter(3)]
  log(
    `memory ${early.toFixed(0)} MB in the second quarter of the longest run, ${late.toFixed(0)} MB in the last, at most ${Math.max(...memory).toFixed(0)} MB`,
  )
  const hasGrown = memory.length >= longRunSamples && late > early * mostGrowth
  return hasGrown ? [`the memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MB`] : []
}

/**
 * Checks that each account has exactly what its kind needs, and that each email was written once.
 */
async function compared(database: Database, accounts: number): Promise<string[]> {
  const found = await findOutcomes(database, client, today().toString(), { every, kinds })
  const expected = expectedOutcomes(accounts)
  const wrong = found
    .filter(({ kind, outcome, accounts: own }) => {
      return expected[kind]?.outcome !== outcome || expected[kind]?.accounts !== own
    })
    .map((one) => `${one.accounts} accounts of kind ${one.kind} have "${one.outcome}"`)
  const wanted = expected.reduce((sum, { accounts: own, emails }) => sum + own * emails, 0)
  const emails = await countEmails(database)
  if (emails !== wanted) wrong.push(`${emails} emails were written instead of ${wanted}`)
  return wrong
}
