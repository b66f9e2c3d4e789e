/** A job without rows to claim: each run does all due work. */
export interface PeriodicJob extends JobBase {
  /** Runs also while the clocks of this process and of the database differ. */
  ignoresClock?: true
  /** Must be safe to run in several processes at once. */
  run(signal: AbortSignal): Promise<void>
}

/** A job that works on rows. Any number of processes may run it: each row is claimed by one. */
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
  /** Gives a row up, or makes it due again later. If this fails too, the claim expires. */
  backOff(row: Row, error: unknown): Promise<void>
}

export type Job<Row = unknown> = PeriodicJob | ClaimingJob<Row>

export interface JobBase {
  /** Names the job in the log and in the metrics, such as "email delivery". */
  name: string
  /** Seconds between the starts of two runs. Above five minutes, the first run comes one to five minutes after the start. */
  everySeconds: number
  /** Runs as soon as the jobs start, instead of later. */
  runsAtStart?: true
  /** Other jobs leave work for this one until they have stopped. */
  stopsLast?: true
}

export interface JobLog {
  info(data: object, text: string): void
  warn(data: object, text: string): void
}
