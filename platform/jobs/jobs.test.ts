import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { Registry } from "prom-client"
import { readConfig } from "#server/config/config.ts"
import { createTestClock, sharedTimeOf } from "#testing/clock.ts"
import { ClocksDiffer } from "../shared-time.ts"
import { housekeepingJob } from "./housekeeping-job.ts"
import type { Job } from "./job.ts"
import { createJobs } from "./jobs.ts"
import { timers } from "./scheduler.ts"

const sharedTime = sharedTimeOf(createTestClock())
const endlessSeconds = 1_000_000

/** One job that logs to a list. */
function start(t: TestContext, job: Job) {
  const logged: object[] = []
  const note = (data: object) => void logged.push(data)
  const jobs = createJobs({ log: { info: note, warn: note }, scheduler: timers, sharedTime })
  // A run then begins in the same tick as its wake.
  const { wake, idle } = jobs.add("claim" in job ? job : { ...job, ignoresClock: true })
  jobs.start()
  t.after(() => jobs.stop(0))
  const run = async () => {
    wake()
    await idle()
  }
  return { ...jobs, wake, idle, run, logged }
}

/** A job whose runs wait until the test ends them. */
function createHeldJob() {
  const runs: PromiseWithResolvers<void>[] = []
  const job: Job = {
    name: "held",
    everySeconds: endlessSeconds,
    ignoresClock: true,
    async run() {
      const held = Promise.withResolvers<void>()
      runs.push(held)
      await held.promise
    },
  }
  return { runs, job }
}

test("runs at its interval, and at the start only if the job sets that", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  for (const runsAtStart of [false, true]) {
    let runs = 0
    const { idle } = start(t, {
      name: "job",
      everySeconds: 5,
      ...(runsAtStart && { runsAtStart: true }),
      async run() {
        runs += 1
      },
    })
    assert.equal(runs, runsAtStart ? 1 : 0)
    t.mock.timers.tick(4_999)
    await idle()
    assert.equal(runs, runsAtStart ? 1 : 0)
    t.mock.timers.tick(1)
    await idle()
    assert.equal(runs, runsAtStart ? 2 : 1)
  }
})

test("JOB-01 PRIVACY-16 a server that restarts every ten minutes runs its hourly and daily jobs after each start", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] })
  const { retention } = readConfig({})
  let deletions = 0
  let sweeps = 0
  async function cleanUp() {
    deletions += 1
  }
  async function sweep() {
    sweeps += 1
  }
  for (let restart = 1; restart <= 4; restart += 1) {
    const jobs = createJobs({ log: { info() {}, warn() {} }, scheduler: timers, sharedTime })
    const housekeeping = jobs.add(
      housekeepingJob({ clock: createTestClock(), cleanups: [cleanUp], retention }),
    )
    const daily = jobs.add({ name: "daily", everySeconds: 86_400, run: sweep })
    jobs.start()
    const pass = async (seconds: number) => {
      t.mock.timers.tick(seconds * 1_000)
      await Promise.all([housekeeping.idle(), daily.idle()])
    }
    await pass(59)
    assert.deepEqual([deletions, sweeps], [restart - 1, restart - 1], "not at once")
    await pass(10 * 60 - 59)
    assert.deepEqual([deletions, sweeps], [restart, restart])
    await jobs.stop(0)
  }
})

test("JOB-01 an hourly job runs soon after the start, and then every hour", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] })
  let runs = 0
  async function run() {
    runs += 1
  }
  const { idle } = start(t, { name: "hourly", everySeconds: 3_600, run })
  const runsAt: number[] = []
  for (let second = 300; second <= 7_200; second += 300) {
    const before = runs
    t.mock.timers.tick(300_000)
    await idle()
    if (runs > before) runsAt.push(second)
  }
  assert.deepEqual([runs, runsAt], [3, [300, 3_600, 7_200]])
})

test("JOB-01 a job that stops before its first run does not run", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] })
  let runs = 0
  async function run() {
    runs += 1
  }
  const { stop } = start(t, { name: "hourly", everySeconds: 3_600, run })
  await stop(0)
  t.mock.timers.tick(7_200_000)
  assert.equal(runs, 0)
})

test("never runs twice at once, and any number of wakes during a run lead to one more run", async (t) => {
  const { runs, job } = createHeldJob()
  const { wake, idle } = start(t, job)
  wake()
  for (let n = 0; n < 10; n += 1) wake()
  assert.equal(runs.length, 1)
  runs[0]?.resolve()
  await turns(10)
  assert.equal(runs.length, 2)
  runs[1]?.resolve()
  await idle()
  assert.equal(runs.length, 2)
})

test("a wake at any moment around the end of a run leads to a run that starts after it", async (t) => {
  for (let moment = 0; moment < 12; moment += 1) {
    const { runs, job } = createHeldJob()
    const { wake, idle } = start(t, job)
    wake()
    runs[0]?.resolve()
    await turns(moment)
    wake()
    await turns(20)
    assert.equal(runs.length, 2, `woken ${moment} turns after the end`)
    runs[1]?.resolve()
    await idle()
  }
})

test("a wake before the start waits for the start", async (t) => {
  const { runs, job } = createHeldJob()
  const jobs = createJobs({ log: { info() {}, warn() {} }, scheduler: timers, sharedTime })
  const { wake, idle } = jobs.add(job)
  wake()
  await turns(5)
  assert.equal(runs.length, 0)
  jobs.start()
  t.after(() => jobs.stop(0))
  assert.equal(runs.length, 1)
  runs[0]?.resolve()
  await idle()
})

test("a failing job is logged by error code, runs less often, and recovers", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  let isAway = true
  let runs = 0
  const { idle, logged } = start(t, {
    name: "job",
    everySeconds: 2,
    async run() {
      runs += 1
      if (isAway) throw Object.assign(new Error("zoe@example.com"), { code: "ECONNREFUSED" })
    },
  })
  const runsAt: number[] = []
  for (let second = 2; second <= 120; second += 2) {
    const before = runs
    t.mock.timers.tick(2_000)
    await idle()
    if (runs > before) runsAt.push(second)
  }
  assert.deepEqual(runsAt, [2, 4, 8, 16, 32, 62, 92])
  assert.deepEqual(logged[0], { job: "job", reason: "ECONNREFUSED", failures: 1 })
  assert.equal(logged.length, runs)

  isAway = false
  for (let second = 0; second < 60; second += 2) {
    t.mock.timers.tick(2_000)
    await idle()
  }
  assert.equal(logged.length, 7)
  assert.equal(runs, 7 + 30)
})

test("a wake runs a job that is backing off, and a success ends the backoff", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  let isAway = true
  let runs = 0
  const { run, idle } = start(t, {
    name: "job",
    everySeconds: 2,
    async run() {
      runs += 1
      if (isAway) throw new Error("away")
    },
  })
  for (let n = 0; n < 5; n += 1) await run()
  isAway = false
  await run()
  assert.equal(runs, 6)
  t.mock.timers.tick(2_000)
  await idle()
  assert.equal(runs, 7)
})

test("while the clocks differ, a job neither runs nor claims, and does not count as failed", async (t) => {
  const times: (Date | Error)[] = [new ClocksDiffer(6), new Date(7_000)]
  const logged: object[] = []
  const note = (data: object) => void logged.push(data)
  const now = async () => {
    const [time = new Date(0)] = times
    if (time instanceof Error) throw time
    return time
  }
  const log = { info: note, warn: note }
  const jobs = createJobs({ log, scheduler: timers, sharedTime: { now } })
  const claims: Date[] = []
  let runs = 0
  const base = { everySeconds: endlessSeconds, runsAtStart: true } as const
  const added = [
    jobs.add({
      ...{ name: "whole", ...base },
      async run() {
        runs += 1
      },
    }),
    jobs.add({
      ...{ name: "rows", ...base, atOnce: 1, async run() {}, async backOff() {} },
      async claim(_limit, time) {
        claims.push(time)
        return []
      },
    }),
  ]
  t.after(() => jobs.stop(0))
  jobs.start()
  await Promise.all(added.map(({ idle }) => idle()))
  assert.deepEqual([runs, claims, logged], [0, [], []])
  times.shift()
  for (const { wake } of added) wake()
  await Promise.all(added.map(({ idle }) => idle()))
  assert.deepEqual([runs, claims, logged], [1, [new Date(7_000)], []])
})

test("claims only as many rows as it may work on, and more as soon as one is done", async (t) => {
  const due = Array.from({ length: 25 }, (_, row) => row)
  let atOnce = 0
  let most = 0
  const done: number[] = []
  const { run } = start(t, {
    name: "rows",
    everySeconds: endlessSeconds,
    atOnce: 4,
    claim: async (limit: number) => due.splice(0, limit),
    async run(row: number) {
      atOnce += 1
      most = Math.max(most, atOnce)
      await turns(row % 5)
      atOnce -= 1
      done.push(row)
    },
    backOff: async () => assert.fail(),
  })
  await run()
  assert.equal(most, 4)
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    Array.from({ length: 25 }, (_, row) => row),
  )
})

test("a failing row is backed off, and the other rows continue", async (t) => {
  const due = ["good", "bad", "worse", "good"]
  const backedOff: unknown[] = []
  const job = start(t, {
    name: "rows",
    everySeconds: endlessSeconds,
    atOnce: 2,
    claim: async (limit: number) => due.splice(0, limit),
    async run(row: string) {
      if (row !== "good") throw new Error(row)
    },
    async backOff(row: string, error: Error) {
      backedOff.push([row, error.message])
      if (row === "worse") throw Object.assign(new Error(), { code: "ECONNRESET" })
    },
  })
  await job.run()
  assert.deepEqual(backedOff, [
    ["bad", "bad"],
    ["worse", "worse"],
  ])
  assert.deepEqual(job.logged, [{ job: "rows", reason: "ECONNRESET" }])
  const metrics = await textOf(job.metrics)
  assert.match(metrics, /^job_rows_total\{job="rows",result="done"\} 2$/m)
  assert.match(metrics, /^job_rows_total\{job="rows",result="failed"\} 2$/m)
})

test("no claims and no busy loop happen while the database is unavailable", async (t) => {
  let claims = 0
  const { run, wake } = start(t, {
    name: "rows",
    everySeconds: endlessSeconds,
    atOnce: 3,
    async claim() {
      claims += 1
      throw new Error("away")
    },
    run: async () => assert.fail(),
    backOff: async () => assert.fail(),
  })
  await run()
  await turns(1_000)
  assert.equal(claims, 1)
  wake()
  wake()
  await turns(1_000)
  assert.equal(claims, 3, "the first wake at once, the second once more after it")
})

test("stopping waits for the running work and starts no other", async (t) => {
  const { runs, job } = createHeldJob()
  const { wake, stop } = start(t, job)
  wake()
  wake()
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await turns(20)
  assert.equal(isStopped, false)
  runs[0]?.resolve()
  await stopping
  wake()
  await turns(20)
  assert.equal(runs.length, 1)
})

test("stopping aborts work that takes too long, and finally does not wait for it", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  let isAborted = false
  const jobs = createJobs({ log: { info() {}, warn() {} }, scheduler: timers, sharedTime })
  const deaf = jobs.add({
    name: "deaf",
    everySeconds: endlessSeconds,
    ignoresClock: true,
    async run(signal: AbortSignal) {
      signal.addEventListener("abort", () => {
        isAborted = true
      })
      await new Promise(() => {})
    },
  })
  jobs.start()
  deaf.wake()
  const stopping = jobs.stop(5)
  t.mock.timers.tick(4_999)
  assert.equal(isAborted, false)
  t.mock.timers.tick(1)
  assert.equal(isAborted, true)
  t.mock.timers.tick(20_000)
  await stopping
})

test("a job that stops last processes work that the others leave until they have stopped", async (t) => {
  const { runs, job } = createHeldJob()
  const jobs = createJobs({ log: { info() {}, warn() {} }, scheduler: timers, sharedTime })
  let sent = 0
  const delivery = jobs.add({
    name: "delivery",
    everySeconds: endlessSeconds,
    stopsLast: true,
    async run() {
      sent += 1
    },
  })
  jobs.add(job).wake()
  jobs.start()
  t.after(() => jobs.stop(0))
  const stopping = jobs.stop()
  delivery.wake()
  await delivery.idle()
  assert.equal(sent, 1)
  runs[0]?.resolve()
  await stopping
  delivery.wake()
  await delivery.idle()
  assert.equal(sent, 1)
})

test("metrics count runs and failures of each job, and show the time of its last success", async (t) => {
  let isAway = false
  const job = start(t, {
    name: "job",
    everySeconds: endlessSeconds,
    async run() {
      if (isAway) throw new Error("away")
    },
  })
  const atStart = await textOf(job.metrics)
  assert.match(atStart, /^job_failures_total\{job="job"\} 0$/m)
  assert.match(atStart, /^job_interval_seconds\{job="job"\} \d+$/m)
  await job.run()
  isAway = true
  await job.run()
  const metrics = await textOf(job.metrics)
  assert.match(metrics, /^job_runs_total\{job="job"\} 2$/m)
  assert.match(metrics, /^job_failures_total\{job="job"\} 1$/m)
  assert.match(metrics, /^job_last_success_timestamp_seconds\{job="job"\} \d{10}/m)
  assert.match(metrics, /^job_duration_seconds_count\{job="job"\} 2$/m)
})

async function textOf(metrics: ReturnType<typeof createJobs>["metrics"]): Promise<string> {
  const registry = new Registry()
  for (const metric of metrics) registry.registerMetric(metric)
  return await registry.metrics()
}

/** Runs everything that is ready, this many times. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await Promise.resolve()
}
