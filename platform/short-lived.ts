/** How long a process may go on with brand data that an operator has just reloaded. */
const milliseconds = 5_000
const maxEntries = 500

/**
 * Remembers what `find` found for a few seconds, so that brand data costs no query on each call
 * and a reload still shows everywhere without a restart. What was not found is not remembered:
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
