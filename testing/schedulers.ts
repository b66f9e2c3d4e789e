import type { Clock } from "#platform/clock.ts"
import type { JobBase } from "#platform/jobs/job.ts"
import { type Scheduler, timers } from "#platform/jobs/scheduler.ts"
import { later } from "#platform/time.ts"

/** The jobs of a test's server. */
export interface TestJobs {
  scheduler: Scheduler
  settle(): Promise<void>
  /** Runs one round of a manual job by its name, due or not, including jobs that run rarely. */
  rounds: ReadonlyMap<string, () => Promise<void>>
}

/**
 * Jobs with a longer interval would surprise a test that moves its clock by days, so the test runs
 * them itself.
 */
const longestIntervalSeconds = 60

/**
 * Jobs that run only in `settle`: each job that was woken, or whose interval has passed on the
 * test's clock, one after the other, and then those that these runs have woken. Deliveries come
 * last.
 */
export function createManualJobs(clock: Clock): TestJobs {
  const rounds = new Map<string, () => Promise<void>>()
  const repeated = new Set<{ job: JobBase; tick: () => void; since: Date }>()
  const wanted = new Map<() => Promise<void>, JobBase>()
  let settled = Promise.resolve()

  const scheduler: Scheduler = {
    repeat(job, tick) {
      rounds.set(job.name, async () => {
        tick()
        await runWanted()
      })
      const entry = { job, tick, since: clock.now() }
      if (job.everySeconds <= longestIntervalSeconds) repeated.add(entry)
      return () => void repeated.delete(entry)
    },
    want(job, run) {
      wanted.set(run, job)
    },
  }

  async function runDue() {
    const now = clock.now()
    for (const entry of repeated) {
      if (later(entry.since, { seconds: entry.job.everySeconds }) > now) continue
      entry.since = now
      entry.tick()
    }
    await runWanted()
  }

  async function runWanted() {
    while (wanted.size > 0) {
      const all = [...wanted]
      const [run] = all.find(([, { stopsLast }]) => !stopsLast) ?? all[0] ?? []
      if (!run) return
      wanted.delete(run)
      await run()
    }
  }

  return {
    scheduler,
    async settle() {
      settled = settled.then(runDue)
      await settled
    },
    rounds,
  }
}

/**
 * Jobs that run as soon as a test wakes them, and never by themselves: a process with a broken
 * adapter would claim the rows that a later part of the test wants another process to claim.
 */
export const onlyWoken: Scheduler = { ...timers, repeat: () => () => {} }

/** Jobs on real timers. `settle` waits for the running deliveries. */
export function createTimedJobs(): TestJobs {
  const underWay = new Set<Promise<void>>()

  async function deliver(run: () => Promise<void>) {
    const delivery = run()
    underWay.add(delivery)
    await delivery
    underWay.delete(delivery)
  }
  return {
    scheduler: {
      ...timers,
      want: (job, run) => timers.want(job, job.stopsLast ? () => deliver(run) : run),
    },
    async settle() {
      await Promise.all(underWay)
    },
    rounds: new Map(),
  }
}
