/** Work that waits in line, so that only so much runs at once. */
export interface Queue {
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** How much work waits to run. */
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

  /** Passes the turn to the next in line, or gives it back. */
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
