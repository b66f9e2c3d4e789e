import type { Clock } from "#platform/clock.ts"
import type { Metric } from "#platform/http/metrics.ts"
import { earlier } from "#platform/time.ts"

/** Minutes of the longest window of any sign. */
const keptMinutes = 60

/** Selects the values of a metric with these labels. */
export type Labels = Record<string, string | number | readonly string[]>

type Values = { metricName?: string; labels: object; value: number }[]

/**
 * Stores the values of these metrics for an hour, to calculate the recent growth of a counter. A
 * process counts from 0, so events before the first sample count as growth.
 */
export function createRecentCounts(metrics: readonly Metric[], clock: Clock) {
  const samples: { at: Date; values: Map<string, number> }[] = []

  return {
    /** Records the present values. */
    async sample(): Promise<void> {
      const values = new Map<string, number>()
      for (const metric of metrics) {
        const { name, values: all } = await metric.get()
        for (const { metricName, labels, value } of all as Values) {
          values.set(keyOf(metricName ?? name, labels), value)
        }
      }
      const at = clock.now()
      samples.push({ at, values })
      // The comparison needs one sample that is older than the longest window.
      const oldest = earlier(at, { minutes: keptMinutes })
      while (samples[1] && samples[1].at <= oldest) samples.shift()
    },
    /** The growth of the sum of the values of `name` with these labels within the last `minutes`. */
    growth(name: string, minutes: number, labels: Labels = {}): number {
      const last = samples.at(-1)
      if (!last) return 0
      const from = earlier(last.at, { minutes })
      const before = samples.findLast(({ at }) => at <= from)
      return sumOf(last.values, name, labels) - (before ? sumOf(before.values, name, labels) : 0)
    },
  }
}

export type RecentCounts = ReturnType<typeof createRecentCounts>

function keyOf(name: string, labels: object): string {
  return JSON.stringify([name, labels])
}

function sumOf(values: ReadonlyMap<string, number>, name: string, wanted: Labels): number {
  const start = `["${name}",`
  let sum = 0
  for (const [key, value] of values) {
    if (!key.startsWith(start)) continue
    const [, labels] = JSON.parse(key) as [string, Record<string, string | number>]
    if (Object.entries(wanted).every(([label, one]) => fits(labels[label], one))) sum += value
  }
  return sum
}

function fits(value: string | number | undefined, wanted: Labels[string]): boolean {
  return typeof wanted === "object"
    ? wanted.some((one) => one === value)
    : String(value) === String(wanted)
}
