/** Milliseconds; several times longer than any of these calls takes. */
const slot = 200

/**
 * Resolves or rejects at the end of a fixed time slot, so that timing does not reveal what the
 * reply hides. Work that takes longer than one slot ends with a later one.
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
