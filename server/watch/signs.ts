import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { thresholds as than, urgentJobs } from "#services/staff/status/thresholds.ts"
import type { Sign, SignName } from "#services/staff/status/watched.ts"
import type { RecentCounts } from "./recent-counts.ts"

interface Seen {
  clock: Clock
  database: Pick<Database, "connections">
  counts: RecentCounts
  /** When each job of this process last succeeded, in seconds since 1970; absent before the first time. */
  lastSuccesses: () => Promise<ReadonlyMap<string, number>>
}

/**
 * Signs of trouble in the counts of this process, by the rules of docs/monitoring/alerts.yaml. Call
 * `look` every few seconds; `seen` then returns the present signs with their start times.
 */
export function createSigns({ clock, database, counts, lastSuccesses }: Seen) {
  const since = new Map<SignName, Date>()
  const { growth } = counts

  const rules: Record<SignName, () => boolean | Promise<boolean>> = {
    signInsFail: () =>
      growth("sign_ins_total", than.signInsFailedMinutes, { result: "failed" }) >
      than.signInsFailed,
    codesNotEntered() {
      const sent = growth("codes_sent_total", than.codesMinutes)
      const entered = growth("codes_entered_total", than.codesMinutes, { result: "right" })
      return sent > than.codesSent && entered < than.codesEnteredPart * sent
    },
    gatewayAway: () =>
      growth("payment_gateway_away_total", than.gatewayAwayMinutes) > than.gatewayAway,
    accountSystemSlow() {
      const { accountSystemMinutes, accountSystemSeconds: le, accountSystemPart } = than
      const all = growth("account_system_request_seconds_count", accountSystemMinutes)
      const fast = growth("account_system_request_seconds_bucket", accountSystemMinutes, { le })
      return all > 0 && fast < accountSystemPart * all
    },
    databaseBusy: () => database.connections().waiting > than.connectionsWaiting,
    async jobStuck() {
      const successes = await lastSuccesses()
      const oldest = Date.now() / 1000 - than.jobSeconds
      return urgentJobs.some((job) => (successes.get(job) ?? oldest) < oldest)
    },
    limitsHit: () => growth("rate_limits_hit_total", than.limitsHitMinutes) > than.limitsHit,
    partsRefused: () =>
      growth("csp_reports_total", than.partsRefusedMinutes, { disposition: "enforce" }) >
      than.partsRefused,
  }

  return {
    async look(): Promise<void> {
      await counts.sample()
      for (const [name, isSo] of Object.entries(rules) as [SignName, (typeof rules)[SignName]][]) {
        if (!(await isSo())) since.delete(name)
        else if (!since.has(name)) since.set(name, clock.now())
      }
    },
    seen: (): Sign[] => Array.from(since, ([name, at]) => ({ name, since: at })),
  }
}
