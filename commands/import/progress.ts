/** Called with each record: the phase, its number, and the number of bytes read. */
export type Tick = (phase: "checked" | "written", records: number, bytes: number) => void

const everyMs = 2_000

/** Prints a line about every two seconds: records, records per second, percent of the bytes. */
export function createProgress(total: number, print: (line: string) => void): Tick {
  let started = performance.now()
  let last = started
  let now: string | undefined
  return (phase, records, bytes) => {
    if (now !== phase) {
      now = phase
      started = performance.now()
      last = started
    }
    // Reading the clock for each record would take longer than counting it.
    if (records % 256 !== 0) return
    const at = performance.now()
    if (at - last < everyMs) return
    last = at
    const speed = Math.round((records * 1_000) / (at - started))
    const percent = Math.floor((100 * bytes) / Math.max(total, 1))
    print(
      `${phase} ${records.toLocaleString("en-US")} rows, ${speed.toLocaleString("en-US")} rows/s, ${percent}%`,
    )
  }
}
