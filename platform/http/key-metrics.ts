import { Gauge } from "prom-client"

/** The metric of keys that a process lacks, by setting, for `serveMetrics`. */
export function createKeyMetric() {
  return new Gauge({
    name: "keys_missing",
    help: "Keys that stored data needs and that this process does not have.",
    labelNames: ["setting"],
    registers: [],
  })
}
