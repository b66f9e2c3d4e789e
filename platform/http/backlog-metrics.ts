import { Gauge } from "prom-client"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"

/** The work that waits now, for all clients. Dates are null if nothing waits. */
export interface Backlog {
  mail: { waiting: number; oldestSince: Date | null }
  payments: readonly {
    client: string
    submitted: number
    unknown: number
    undecidedSince: Date | null
    notPosted: number
    notPostedSince: Date | null
  }[]
  billing: readonly { client: string; finishedAt: Date | null; isRunning: boolean }[]
}

interface Watched {
  database: Pick<Database, "connections">
  clock: Clock
  /** Returns undefined if the database did not answer in time. */
  backlog: () => Promise<Backlog | undefined>
}

/**
 * Metrics of the waiting work in the database, read together with the other metrics; see
 * docs/metrics.md. While the database does not answer in time, these metrics are absent and
 * `backlog_read` is 0.
 */
export function createBacklogMetrics({ database, clock, backlog }: Watched) {
  const isRead = gauge("backlog_read", "1 if the database said what waits, else 0.")
  const emails = gauge("emails_waiting", "Emails that are not sent yet.")
  const emailAge = gauge(
    "emails_oldest_waiting_seconds",
    "The age of the oldest email that is not sent yet; 0 if none waits.",
  )
  const payments = gauge("payments_waiting", "Payments that need work, by what they wait for.", [
    "for",
  ])
  const paymentAge = gauge(
    "payments_oldest_waiting_seconds",
    "The age of the oldest payment that needs work, by what it waits for; 0 if none waits.",
    ["for"],
  )
  const billed = gauge(
    "billing_last_finished_timestamp_seconds",
    "When the last billing run of the client was done, in seconds since 1970.",
    ["client"],
  )
  const billing = gauge(
    "billing_running",
    "1 while a billing run of the client has begun and is not done, else 0.",
    ["client"],
  )
  const connections = gauge("database_connections", "Connections of this process, by state.", [
    "state",
  ])
  const waiting = gauge(
    "database_connections_waiting",
    "Requests that wait for a connection to the database.",
  )
  const most = gauge("database_connections_max", "The connections that this process may open.")
  const ofDatabase = [emails, emailAge, payments, paymentAge, billed, billing]

  function show({ mail, ...of }: Backlog) {
    const now = clock.now().getTime()
    const age = (since: Date | null | undefined) => (since ? (now - since.getTime()) / 1000 : 0)
    emails.set(mail.waiting)
    emailAge.set(age(mail.oldestSince))
    const sum = (count: "submitted" | "unknown" | "notPosted") =>
      of.payments.reduce((total, row) => total + row[count], 0)
    payments.set({ for: "gateway" }, sum("submitted"))
    payments.set({ for: "result" }, sum("unknown"))
    payments.set({ for: "posting" }, sum("notPosted"))
    const oldest = (since: "undecidedSince" | "notPostedSince") =>
      Math.max(0, ...of.payments.map((row) => age(row[since])))
    paymentAge.set({ for: "result" }, oldest("undecidedSince"))
    paymentAge.set({ for: "posting" }, oldest("notPostedSince"))
    for (const { client, finishedAt, isRunning } of of.billing) {
      if (finishedAt) billed.set({ client }, finishedAt.getTime() / 1000)
      billing.set({ client }, isRunning ? 1 : 0)
    }
  }

  return {
    all: [isRead, ...ofDatabase, connections, waiting, most],
    /** Reads all values; `serveMetrics` calls it before it shows the metrics. Never throws. */
    async read(): Promise<void> {
      const pool = database.connections()
      connections.set({ state: "busy" }, pool.busy)
      connections.set({ state: "idle" }, pool.idle)
      waiting.set(pool.waiting)
      most.set(pool.most)
      const found = await backlog()
      for (const metric of ofDatabase) metric.reset()
      isRead.set(found ? 1 : 0)
      if (found) show(found)
      else for (const metric of [emails, emailAge]) metric.remove()
    },
  }
}

/** The metric of whether each back-end service answers. */
export function createServiceMetric() {
  return gauge("service_up", "1 if the back-end service answered when it was last asked, else 0.", [
    "service",
  ])
}

/** The metric of whether a client's account system is unavailable as planned. */
export function createPlannedMetric() {
  return gauge(
    "account_system_planned_away",
    "1 during a planned window of any client, in which the account system may be away, else 0.",
  )
}

function gauge(name: string, help: string, labelNames: string[] = []) {
  return new Gauge({ name, help, labelNames, registers: [] })
}
