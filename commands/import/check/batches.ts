const batchSize = 1_000

/**
 * Collects entries and settles them in batches, because one query takes as long as a query for a
 * thousand.
 */
export function createBatches<Entry>(settleAll: (entries: readonly Entry[]) => Promise<void>) {
  let open: Entry[] = []

  async function settle() {
    const entries = open
    open = []
    if (entries.length > 0) await settleAll(entries)
  }

  return {
    settle,
    async add(...entries: readonly Entry[]) {
      open.push(...entries)
      if (open.length >= batchSize) await settle()
    },
  }
}
