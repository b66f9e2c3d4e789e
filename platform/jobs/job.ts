/** A job that does not claim rows: each run does all due work. */
export interface PeriodicJob extends JobBase {
  /** Whether the job also runs while the clocks of this process and of the database differ. */
  ignoresClock?: true
  /** Must be safe to run in several processes at once. */
  run(signal: AbortSignal): Promise<void>
}

/** A job that works on rows. Any number of processes may run it, and each row is claimed by one. */
export interface ClaimingJob<Row> extends JobBase {
  /** The most rows that one process works on at the same time. */
  atOnce: number
  /**
   * Claims up to `limit` due rows for a limited time, so that another process can take over. `now` is
   * the database's time, which the claims of all processes share.
   */
  claim(limit: number, now: Date): Promise<Row[]>
  /** Works on one row. An error goes to `backOff`. */
  run(row: Row, signal: AbortSignal): Promise<void>
  /**
   * Gives a row up, or delays it. If this fails too, the claim expires. Absent if `run` never throws
   * and schedules the next try itself.
   */
  backOff?(row: Row, error: unknown): Promise<void>
}

export type Job<Row = unknown> = PeriodicJob | ClaimingJob<Row>

export interface JobBase {
  /** The name of the job in the log and in the metrics, such as "email delivery". */
  name: string
  /**
   * Seconds between the starts of two runs. If above five minutes, the first run comes one to five
   * minutes after the start.
   */
  everySeconds: number
  /** Whether the job runs as soon as the jobs start, instead of later. */
  runsAtStart?: true
  /** Whether the job stops last, because other jobs leave work for it until they have stopped. */
  stopsLast?: true
}

export interface JobLog {
  info(data: object, text: string): void
  warn(data: object, text: string): void
}
