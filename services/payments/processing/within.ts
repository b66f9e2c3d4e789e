/** Resolves when the work is done, or after this time. */
export async function within(seconds: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, seconds * 1000)
  await Promise.race([work, over.promise])
  clearTimeout(timer)
}

/** Resolves after this time. */
export async function wait(seconds: number): Promise<void> {
  await within(seconds, new Promise(() => {}))
}
