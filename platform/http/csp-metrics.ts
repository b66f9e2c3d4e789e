import { Counter } from "prom-client"

const labelNames = ["directive", "disposition", "kept"] as const

/** Metrics of browser reports, for `serveMetrics`. All three labels come from fixed lists. */
export function createCspMetrics() {
  const reports = new Counter({
    name: "csp_reports_total",
    help: "Reports of browsers that the policy of a page refused something.",
    labelNames,
    registers: [],
  })
  return { reports }
}
