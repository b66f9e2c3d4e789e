/** A queue that limits how much work runs at once. */
export interface Queue {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** The number of waiting calls. */
  waiting(): number
}

export function createQueue(mostAtOnce: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  async function turn(): Promise<void> {
    if (running < mostAtOnce) {
      running += 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Starts the next waiting call, or frees the place. */
  function done(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    waiting: () => waiting.length,
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        done()
      }
    },
  }
}
