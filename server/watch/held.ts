const holdsMs = 10_000
const mostMs = 2_000

/**
 * Gives callers the same answer for ten seconds, and undefined if `read` fails or takes longer than
 * two seconds. A read that takes longer is not repeated while it lasts.
 */
export function holdShortly<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
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
