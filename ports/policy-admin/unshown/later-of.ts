/** An accepted change that no read has shown yet. */
export interface UnshownStep<Value> {
  before: Value
  after: Value
}

/**
 * The value that applies after a read, and how many of the `steps` the read shows. The steps are
 * our own changes of the value that no read has shown, oldest first.
 *
 * A read with a value from before a step lags behind it, so our last value applies. If a value
 * occurs both before and after a step, the read shows the step only once a read has shown the steps
 * in between: auto pay that was turned on and off again is off in a read that lags behind both. Any
 * other value is a later change by someone else: it applies, and all our steps count as shown.
 */
export function laterOf<Value>(
  read: Value,
  steps: readonly UnshownStep<Value>[],
  isSame: (read: Value, known: Value) => boolean,
): { value: Value; shown: number } {
  const last = steps.at(-1)
  if (!last) return { value: read, shown: 0 }
  const all = steps.length
  const place = steps.findIndex(({ before }, index) => {
    const earlier = steps[index - 1]
    return isSame(read, before) || (earlier !== undefined && isSame(read, earlier.after))
  })
  return place < 0 ? { value: read, shown: all } : { value: last.after, shown: place }
}
