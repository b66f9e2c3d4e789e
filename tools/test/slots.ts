/**
 * Limits the number of processes that work at the same time. Requests are served in order, so that
 * a step that needs two slots does not wait forever behind steps that need one.
 */
export function createSlots(count: number) {
  let free = count
  const waiting: { needed: number; start: () => void }[] = []

  function startWaiting(): void {
    while (waiting[0] !== undefined && waiting[0].needed <= free) {
      const next = waiting.shift()
      if (next === undefined) return
      free -= next.needed
      next.start()
    }
  }

  return {
    /** Runs `work` while it holds this number of slots. */
    async use<Result>(needed: number, work: () => Promise<Result>): Promise<Result> {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ needed: Math.min(needed, count), start: resolve })
      startWaiting()
      await promise
      try {
        return await work()
      } finally {
        free += Math.min(needed, count)
        startWaiting()
      }
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
