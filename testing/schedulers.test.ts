import assert from "node:assert/strict"
import { test } from "node:test"
import { createJobs, type RunningJob } from "#platform/jobs/jobs.ts"
import { createTestClock, sharedTimeOf } from "./clock.ts"
import { createManualJobs } from "./schedulers.ts"

const seconds = { delivery: 3, posting: 5, sweep: 900 }
type Name = keyof typeof seconds

/** Three jobs that run only in `settle`; their runs call `whenRun` with the job's name. */
function start(whenRun: (name: Name) => void = () => {}) {
  const clock = createTestClock()
  const { scheduler, settle } = createManualJobs(clock)
  const jobs = createJobs({
    log: { info() {}, warn() {} },
    scheduler,
    sharedTime: sharedTimeOf(clock),
  })
  const runs: Name[] = []
  const add = (name: Name, stopsLast?: true): RunningJob =>
    jobs.add({
      ...{ name, everySeconds: seconds[name], ...(stopsLast && { stopsLast }) },
      async run() {
        runs.push(name)
        whenRun(name)
      },
    })
  const delivery = add("delivery", true)
  const [posting, sweep] = [add("posting"), add("sweep")]
  jobs.start()
  const settled = async () => {
    await settle()
    return runs.splice(0)
  }
  return { clock, settle, settled, stop: jobs.stop, delivery, posting, sweep }
}

test("nothing runs until the test settles, and then each woken job runs once, with deliveries last", async () => {
  const { settled, delivery, posting, sweep } = start()
  assert.deepEqual(await settled(), [])
  for (const job of [delivery, posting, delivery, sweep]) job.wake()
  assert.deepEqual(await settled(), ["posting", "sweep", "delivery"])
  assert.deepEqual(await settled(), [])
})

test("a job runs again once its interval has passed on the test's clock, unless it runs rarely", async () => {
  const { clock, settled } = start()
  clock.advance({ seconds: 4 })
  assert.deepEqual(await settled(), ["delivery"])
  clock.advance({ seconds: 2 })
  assert.deepEqual(await settled(), ["posting"])
  clock.advance({ days: 2 })
  assert.deepEqual(await settled(), ["posting", "delivery"])
})

test("a job woken by a run also runs before `settle` ends, even the same job", async () => {
  let wakes = 2
  const { settled, delivery, posting } = start((name) => {
    if (name !== "posting" || wakes === 0) return
    wakes -= 1
    delivery.wake()
    posting.wake()
  })
  posting.wake()
  assert.deepEqual(await settled(), ["posting", "posting", "posting", "delivery"])
})

test("a stopped job does not run, and two parallel calls of `settle` wait for the same runs", async () => {
  const { settle, settled, stop, posting } = start()
  posting.wake()
  assert.deepEqual(await Promise.all([settled(), settle()]), [["posting"], undefined])
  posting.wake()
  await stop()
  assert.deepEqual(await settled(), [])
})
