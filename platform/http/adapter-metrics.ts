import { Counter, Gauge, Histogram } from "prom-client"

const seconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/**
 * Why a reply of the account system, or one of its rows, could not be used; see docs/metrics.md.
 */
const accountSystemFaultKinds = ["misfit", "row", "noProduct", "amounts", "unauthorized"]

/** Metrics of the systems that we call, for `serveMetrics`; see docs/metrics.md. */
export function createAdapterMetrics() {
  const registers: [] = []
  const accountSystem = new Histogram({
    name: "account_system_request_seconds",
    help: "Seconds until an account system that is asked over HTTP answered, by operation and result.",
    labelNames: ["operation", "result"] as const,
    buckets: seconds,
    registers,
  })
  const accountSystemResting = new Gauge({
    name: "account_system_resting",
    help: "1 while the account system is not asked because it did not answer (the breaker is open), else 0.",
    registers,
  })
  const accountSystemFaults = new Counter({
    name: "account_system_faults_total",
    help: "Replies of the account system, or rows of one, that could not be used, by fault.",
    labelNames: ["fault"] as const,
    registers,
  })
  for (const fault of accountSystemFaultKinds) accountSystemFaults.inc({ fault }, 0)
  const certificateEnds = new Gauge({
    name: "certificate_ends_timestamp_seconds",
    help: "When a certificate of ours ends, by the setting that holds it.",
    labelNames: ["setting"] as const,
    registers,
  })
  const gateway = new Histogram({
    name: "payment_gateway_request_seconds",
    help: "Seconds until the payment gateway answered, by operation and result.",
    labelNames: ["operation", "result"] as const,
    buckets: seconds,
    registers,
  })
  const limitsHit = new Counter({
    name: "rate_limits_hit_total",
    help: "Requests that a rate limit refused, by the message that the caller got.",
    labelNames: ["message"] as const,
    registers,
  })
  const emails = new Counter({
    name: "emails_total",
    help: "Tries to send an email, by result.",
    labelNames: ["result"] as const,
    registers,
  })
  const unsentNotices = new Counter({
    name: "payment_notices_untold_total",
    help: "Required emails about payments that could not be addressed, by notice.",
    labelNames: ["notice"] as const,
    registers,
  })
  for (const result of ["sent", "put off", "given up", "expired"]) emails.inc({ result }, 0)
  return {
    ...{ accountSystem, accountSystemResting, accountSystemFaults, certificateEnds },
    ...{ gateway, limitsHit, emails, unsentNotices },
  }
}

export type AdapterMetrics = ReturnType<typeof createAdapterMetrics>
