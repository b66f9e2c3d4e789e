/**
 * Gives callers the same value for `holdsMs`, and undefined if `read` fails or takes longer than
 * `mostMs`. Parallel callers share one read, and a slow read is not repeated while it runs, so that
 * outsiders cannot multiply the requests to a service.
 */
export function remembered<Value>(
  read: () => Promise<Value>,
  { holdsMs, mostMs }: { holdsMs: number; mostMs: number },
): () => Promise<Value | undefined> {
  let asking: Promise<Value | undefined> | undefined
  let known: { value: Value | undefined; until: number } | undefined

  async function asked(): Promise<Value | undefined> {
    const value = await read().catch(() => undefined)
    known = { value, until: performance.now() + holdsMs }
    asking = undefined
    return value
  }

  return async () => {
    if (known && known.until > performance.now()) return known.value
    asking ??= asked()
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(late.resolve, mostMs, undefined)
    try {
      return await Promise.race([asking, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
