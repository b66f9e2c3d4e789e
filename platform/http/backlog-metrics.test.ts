import assert from "node:assert/strict"
import { test } from "node:test"
import { Registry } from "prom-client"
import { createTestClock } from "#testing/clock.ts"
import { type Backlog, createBacklogMetrics } from "./backlog-metrics.ts"

test("WATCH-02 the waiting work is absent while the database does not answer, and then is the sum of all clients", async () => {
  const clock = createTestClock()
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000)
  const row = { unknown: 1, notPosted: 0, notPostedSince: null }
  const found: Backlog = {
    mail: { waiting: 2, oldestSince: ago(30) },
    payments: [
      { client: "harbor", submitted: 2, undecidedSince: ago(60), ...row },
      { client: "wayfarer", submitted: 1, undecidedSince: ago(600), ...row },
    ],
    billing: [{ client: "harbor", finishedAt: null, isRunning: true }],
  }
  let backlog: Backlog | undefined = found
  const metrics = createBacklogMetrics({
    database: { connections: () => ({ busy: 3, idle: 1, waiting: 4, most: 10 }) },
    clock,
    backlog: async () => backlog,
  })
  const registry = new Registry()
  for (const metric of metrics.all) registry.registerMetric(metric)
  const samples = async () => {
    await metrics.read()
    const lines = (await registry.metrics()).split("\n")
    return lines.filter((line) => line !== "" && !line.startsWith("#"))
  }
  const pool = [
    'database_connections{state="busy"} 3',
    'database_connections{state="idle"} 1',
    "database_connections_waiting 4",
    "database_connections_max 10",
  ]
  const all = [
    "backlog_read 1",
    "emails_waiting 2",
    "emails_oldest_waiting_seconds 30",
    'payments_waiting{for="gateway"} 3',
    'payments_waiting{for="result"} 2',
    'payments_waiting{for="posting"} 0',
    'payments_oldest_waiting_seconds{for="result"} 600',
    'payments_oldest_waiting_seconds{for="posting"} 0',
    'billing_running{client="harbor"} 1',
    ...pool,
  ]
  assert.deepEqual(await samples(), all)
  backlog = undefined
  assert.deepEqual(await samples(), ["backlog_read 0", ...pool])
  backlog = found
  assert.deepEqual(await samples(), all)
})
