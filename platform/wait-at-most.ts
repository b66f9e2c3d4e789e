/** A time limit that the parts of a call share; it starts now. */
export interface TimeLimit {
  /** The result of the work. Errors: those of the work; `late` if the time runs out first. */
  of<Result>(work: Promise<Result>, late: () => Error): Promise<Result>
  /** Resolves when the work is done, or the time runs out. */
  until(work: Promise<unknown>): Promise<void>
  /** Call this when no work is left. */
  end(): void
}

export function waitAtMost(seconds: number): TimeLimit {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, seconds * 1000)
  return {
    async of(work, late) {
      const isOver = over.promise.then(() => {
        throw late()
      })
      return await Promise.race([work, isOver])
    },
    async until(work) {
      await Promise.race([work, over.promise])
    },
    end: () => clearTimeout(timer),
  }
}

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
