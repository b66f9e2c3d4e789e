/** In milliseconds; several times what any of these calls takes. */
const slot = 200

/**
 * Answers, or fails, at the end of a time slot that is the same whatever was found, so that the
 * time does not tell what the words do not. Work that outlasts one slot ends with a later one.
 */
export async function inSameTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - start
    await new Promise((resolve) => setTimeout(resolve, slot - (taken % slot)))
  }
}
