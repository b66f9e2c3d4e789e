import type { MessageId } from "#contracts/messages.ts"
import { createBacklogMetrics } from "#platform/http/backlog-metrics.ts"
import { createCspMetrics } from "#platform/http/csp-metrics.ts"
import type { Metric } from "#platform/http/metrics.ts"
import { remembered } from "#platform/remembered.ts"
import { findMailBacklog } from "#ports/mail/outbox.ts"
import type { Deps } from "#services/deps.ts"
import type { Payments } from "#services/payments/payments.ts"
import type { Start } from "../start.ts"
import { watchKeys } from "./missing-keys-job.ts"
import { createRecentCounts } from "./recent-counts.ts"
import { watchServices } from "./services-job.ts"
import { createSigns } from "./signs.ts"

interface WatchedParts {
  jobs: WithMetrics
  events: WithMetrics
  sharedTime: { metric: Metric }
  payments: WithMetrics & Pick<Payments, "backlog">
  brands: { clients: { services: Parameters<typeof watchServices>[0] } }
}

interface WithMetrics {
  metrics: readonly Metric[]
}

/** All metrics, and facts about the installation: the waiting work, and which services answer. */
export function createWatch(deps: Deps, config: Start["config"], parts: WatchedParts) {
  const { jobs, events, payments, brands, sharedTime } = parts
  const { database, clock } = deps
  const mail = () => findMailBacklog(database)
  const backlog = createBacklogMetrics({
    database,
    clock,
    backlog: remembered(async () => ({ ...(await payments.backlog()), mail: await mail() }), {
      holdsMs: 10_000,
      mostMs: 2_000,
    }),
  })
  const csp = createCspMetrics()
  const counted = [
    ...[...jobs.metrics, ...events.metrics, ...payments.metrics, csp.reports],
    ...[...Object.values(deps.signInMetrics), ...Object.values(deps.adapterMetrics)],
  ]
  const signs = createSigns({
    ...{ clock, database },
    counts: createRecentCounts(counted, clock),
    lastSuccesses: () => lastSuccessesIn(jobs.metrics),
  })
  const seen = watchServices(brands.clients.services, {
    ...{ clock, alsoLook: signs.look },
    isPlanned: async () => (await deps.brands.clientsPlannedAway()).length > 0,
  })
  const keys = watchKeys({ ...deps, config })
  return {
    /** The facts for the status page of staff. */
    status: { mail, services: seen.look, signs: signs.seen },
    jobs: [seen.job, keys.job],
    metrics: [...counted, ...backlog.all, ...seen.metrics, keys.metric, sharedTime.metric],
    /** Counts a request that a rate limit refused. */
    countTooMany: (message: MessageId) => deps.adapterMetrics.limitsHit.inc({ message }),
    /** Counts one report of a browser. */
    countCspReport: ({ directive, disposition, kept }: CountedReport) =>
      csp.reports.inc({ directive, disposition, kept }),
    /** Updates the metrics. Never throws. */
    readMetrics: backlog.read,
  }
}

/** The counted part of a report; it has further fields, such as addresses. */
type CountedReport = Record<"directive" | "disposition" | "kept", string>

async function lastSuccessesIn(metrics: readonly Metric[]): Promise<ReadonlyMap<string, number>> {
  const all = await Promise.all(metrics.map((metric) => metric.get()))
  const found = all.find(({ name }) => name === "job_last_success_timestamp_seconds")
  return new Map(found?.values.map(({ labels, value }) => [String(labels.job), value]))
}
