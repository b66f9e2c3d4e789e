import type { PeriodicJob } from "#platform/jobs/job.ts"
import { later, milliseconds } from "#platform/time.ts"
import { dayAt, hourAt, isTimeZone } from "#platform/time-zone.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { claimNextRun, findTimeZones, finishRun, moveClaim } from "./billing-run.store.ts"
import type { BillingReport } from "./billing-run.ts"

/**
 * A run that has not renewed its claim for this long is considered dead. Overlapping runs do no
 * harm.
 */
const claimMinutes = 30
const moveEveryMinutes = 5
/**
 * The client's local hour from which its day is billed. Clocks change between midnight and 4 a.m.,
 * so each day has this hour exactly once. By then, payments of the evening before are posted, and
 * customers find their emails when the client's phone lines open.
 */
const billingHour = 6

/**
 * Bills each client once on each of its business days, starting in its morning, in the process that
 * claims the day first. A failed or dead run is replaced at most `claimMinutes` later, and a
 * stopped run at once.
 */
export function billingJob(
  { database, sharedTime, brands, log }: Deps,
  {
    runOf,
  }: {
    runOf(
      client: string,
      today: Temporal.PlainDate,
      signal: AbortSignal,
    ): Promise<Pick<BillingReport, "failed">>
  },
) {
  /** The day to bill in each of these time zones where it is late enough. */
  function daysToBill(timeZones: readonly string[], now: Date) {
    return timeZones
      .filter((timeZone) => hourAt(now, timeZone) >= billingHour)
      .map((timeZone) => ({ timeZone, day: dayAt(now, timeZone).toString() }))
  }

  /**
   * Reads at most once a minute which clients have a planned outage: a morning may have thousands
   * of runs.
   */
  function plannedAwayReader() {
    let clients: readonly string[] = []
    let until = new Date(0)
    return async (now: Date) => {
      if (now < until) return clients
      clients = await brands.clientsPlannedAway()
      until = later(now, { minutes: 1 })
      return clients
    }
  }

  async function billClient(client: string, day: string, signal: AbortSignal): Promise<void> {
    const today = Temporal.PlainDate.from(day)
    const report = await whileClaimed(client, day, signal, () => runOf(client, today, signal))
    // The run that takes over retries the failed charges.
    if (!report || report.failed > 0) return
    await finishRun(database, client, day, await sharedTime())
    log.info({ client, day, ...report }, "The client's billing run of the day is done.")
  }

  const claimEnd = (now: Date) => later(now, { minutes: claimMinutes })

  /** Renews the claim during `work`. Undefined if `work` was stopped; then the claim ends. */
  async function whileClaimed<Result>(
    client: string,
    day: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    // A claim that cannot be renewed now is renewed the next time.
    const move = () =>
      void sharedTime()
        .then((now) => moveClaim(database, client, day, claimEnd(now)))
        .catch(() => undefined)
    const timer = setInterval(move, milliseconds({ minutes: moveEveryMinutes }))
    try {
      return await work()
    } catch (error) {
      const isPlanned = error instanceof AccountSystemAway && (await brands.plannedEndOf(client))
      if (!signal.aborted && !isPlanned) throw error
      await moveClaim(database, client, day, await sharedTime())
      log.info({ client, day }, "The client's billing run was stopped. The next one continues it.")
      return undefined
    } finally {
      clearInterval(timer)
    }
  }

  return {
    name: "billing",
    everySeconds: 300,
    runsAtStart: true,
    /**
     * Bills the other clients before it reports the failure of one. A round in which nothing is due
     * sends the same few queries for one client and for ten thousand.
     */
    async run(signal: AbortSignal) {
      const failures: unknown[] = []
      const timeZones = await findTimeZones(database)
      for (const unknown of timeZones.filter((timeZone) => !isTimeZone(timeZone))) {
        failures.push(new RangeError(`There is no time zone ${unknown}.`))
      }
      const known = timeZones.filter(isTimeZone)
      // A run waits for the end of a planned window, instead of failing during it.
      const plannedAway = plannedAwayReader()
      let after = ""
      while (!signal.aborted) {
        // The previous runs may have lasted until the next day.
        const now = await sharedTime()
        const days = daysToBill(known, now)
        const left = await plannedAway(now)
        const due = await claimNextRun(database, days, { after, left }, now, claimEnd(now))
        if (!due) break
        after = due.client
        if (!due.isClaimed) continue
        await billClient(due.client, due.day, signal).catch((error: unknown) => {
          failures.push(error)
        })
      }
      if (failures.length > 0) throw failures[0]
    },
  } satisfies PeriodicJob
}
