/** How long a process may serve brand data after an operator reloads it. */
const milliseconds = 5_000
const maxEntries = 500

/**
 * Caches the results of `find` for a few seconds, so that brand data costs no query on each call
 * and a reload still shows everywhere without a restart. Missing results are not cached, because
 * made-up keys must not fill the memory.
 */
export function shortLived<Value>(
  find: (key: string) => Promise<Value | undefined>,
): (key: string) => Promise<Value | undefined> {
  const entries = new Map<string, { value: Value; until: number }>()
  return async (key) => {
    const now = performance.now()
    const known = entries.get(key)
    if (known && known.until > now) return known.value
    const value = await find(key)
    entries.delete(key)
    if (value !== undefined) {
      if (entries.size >= maxEntries) entries.clear()
      entries.set(key, { value, until: now + milliseconds })
    }
    return value
  }
}
