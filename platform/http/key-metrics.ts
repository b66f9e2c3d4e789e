import { Gauge } from "prom-client"

/** Keys that a process lacks, for `serveMetrics`, by the setting to which they belong. */
export function createKeyMetric() {
  return new Gauge({
    name: "keys_missing",
    help: "Keys that stored data needs and that this process does not have.",
    labelNames: ["setting"],
    registers: [],
  })
}
