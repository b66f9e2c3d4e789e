import { Counter, Gauge } from "prom-client"

/** Metrics of events, for `serveMetrics`; see docs/events.md. */
export function createEventMetrics() {
  const labelNames = ["endpoint"] as const
  const registers: [] = []
  const waiting = new Gauge({
    name: "events_waiting",
    help: "Events that an endpoint has not taken yet.",
    labelNames,
    registers,
  })
  const oldest = new Gauge({
    name: "events_oldest_waiting_seconds",
    help: "The age of the oldest event that an endpoint has not taken yet; 0 if none waits.",
    labelNames,
    registers,
  })
  const dead = new Gauge({
    name: "events_dead",
    help: "Events that were given up, until they are replayed.",
    labelNames,
    registers,
  })
  const received = new Counter({
    name: "events_received_total",
    help: "Messages of the account system, by result.",
    labelNames: ["result"] as const,
    registers,
  })
  return { waiting, oldest, dead, received }
}

export type EventMetrics = ReturnType<typeof createEventMetrics>
