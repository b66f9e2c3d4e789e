import { Counter, Gauge, Histogram, type Metric } from "prom-client"

/** Metrics of the jobs of this process; see docs/metrics.md. */
export function createJobMetrics() {
  const registers: [] = []
  const labelNames = ["job"] as const
  const runs = new Counter({
    name: "job_runs_total",
    help: "Runs of a job that ended, failed ones included.",
    labelNames,
    registers,
  })
  const failures = new Counter({
    name: "job_failures_total",
    help: "Runs of a job that failed, for instance because the database was away.",
    labelNames,
    registers,
  })
  const lastSuccess = new Gauge({
    name: "job_last_success_timestamp_seconds",
    help: "When a run of the job last succeeded, or this process began to run it, in seconds since 1970.",
    labelNames,
    registers,
  })
  const interval = new Gauge({
    name: "job_interval_seconds",
    help: "Seconds between the starts of two runs of the job.",
    labelNames,
    registers,
  })
  const rows = new Counter({
    name: "job_rows_total",
    help: "Rows that a job claimed and worked on, by result.",
    labelNames: ["job", "result"] as const,
    registers,
  })
  const duration = new Histogram({
    name: "job_duration_seconds",
    help: "Seconds of work: on one row, or of a run where a job claims no rows.",
    labelNames,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers,
  })

  return {
    all: [runs, failures, lastSuccess, interval, rows, duration] as readonly Metric[],
    /**
     * Adds a job with zeros until it first runs. A job that never succeeds is late from the start
     * of its process.
     */
    add(job: string, everySeconds: number) {
      interval.set({ job }, everySeconds)
      runs.inc({ job }, 0)
      failures.inc({ job }, 0)
      lastSuccess.setToCurrentTime({ job })
    },
    async time<Result>(job: string, work: () => Promise<Result>): Promise<Result> {
      const end = duration.startTimer({ job })
      try {
        return await work()
      } finally {
        end()
      }
    },
    succeeded(job: string) {
      runs.inc({ job })
      lastSuccess.setToCurrentTime({ job })
    },
    failed(job: string) {
      runs.inc({ job })
      failures.inc({ job })
    },
    rowEnded(job: string, result: "done" | "failed") {
      rows.inc({ job, result })
    },
  }
}

export type JobMetrics = ReturnType<typeof createJobMetrics>
