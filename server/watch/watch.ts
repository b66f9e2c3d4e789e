import { createBacklogMetrics } from "#platform/http/backlog-metrics.ts"
import type { serveMetrics } from "#platform/http/metrics.ts"
import { findMailBacklog } from "#ports/mail/outbox.ts"
import type { Deps } from "#services/deps.ts"
import type { Payments } from "#services/payments/payments.ts"
import { holdShortly } from "./held.ts"
import { watchServices } from "./services-job.ts"

interface Watched {
  jobs: WithMetrics
  events: WithMetrics
  payments: WithMetrics & Pick<Payments, "backlog">
  services: Parameters<typeof watchServices>[0]
}

/** All metrics, and facts about the installation: the work that waits, and which services answer. */
export function createWatch(deps: Deps, { jobs, events, payments, services }: Watched) {
  const { database, clock } = deps
  const readBacklog = async () => ({
    ...(await payments.backlog()),
    mail: await findMailBacklog(database),
  })
  const backlog = createBacklogMetrics({ database, clock, backlog: holdShortly(readBacklog) })
  const seen = watchServices(services, clock)
  return {
    readBacklog,
    services: seen.look,
    servicesJob: seen.job,
    metrics: [
      ...[...jobs.metrics, ...events.metrics, ...payments.metrics, ...backlog.all, seen.metric],
      ...[...Object.values(deps.signInMetrics), ...Object.values(deps.adapterMetrics)],
    ],
    /** Brings the metrics up to date. Never throws. */
    readMetrics: backlog.read,
  }
}

type WithMetrics = { metrics: Parameters<typeof serveMetrics>[1]["others"] & object }
