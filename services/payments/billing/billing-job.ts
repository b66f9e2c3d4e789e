import type { PeriodicJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import { dayAt, hourAt } from "#platform/time-zone.ts"
import type { Deps } from "#services/deps.ts"
import { claimRun, finishRun } from "./billing-run.store.ts"
import type { BillingReport } from "./billing-run.ts"

/** A run that takes longer is considered killed. Two runs that overlap do no harm. */
const claimMinutes = 30
/**
 * The hour of the client's morning from which its day is billed. Clocks change between midnight and
 * 4 a.m., so each day has this hour once. Payments of the evening before are posted by then, and
 * customers find their emails when the client's phone lines open.
 */
const billingHour = 6

/**
 * Bills each client once on each of its business days, from its morning on, in the process that
 * claims the day first. Another run replaces one that failed or was killed, at most `claimMinutes`
 * later.
 */
export function billingJob(
  { database, clock, brands, log }: Deps,
  {
    runOf,
  }: {
    runOf(client: string, today: Temporal.PlainDate): Promise<Pick<BillingReport, "failed">>
  },
) {
  async function billClient(client: string): Promise<void> {
    const now = clock.now()
    const timeZone = await brands.timeZoneOf(client)
    if (hourAt(now, timeZone) < billingHour) return
    const today = dayAt(now, timeZone)
    const day = today.toString()
    const until = later(now, { minutes: claimMinutes })
    const isClaimed = await claimRun(database, client, day, now, until)
    if (!isClaimed) return
    const report = await runOf(client, today)
    // The run that takes over tries again what could not be tried.
    if (report.failed > 0) return
    await finishRun(database, client, day, clock.now())
    log.info({ client, day, ...report }, "The client's billing run of the day is done.")
  }

  return {
    name: "billing",
    everySeconds: 300,
    runsAtStart: true,
    /** Bills the other clients before it reports the failure of one. */
    async run() {
      const failures: unknown[] = []
      for (const client of await brands.customerClients()) {
        await billClient(client).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  } satisfies PeriodicJob
}
