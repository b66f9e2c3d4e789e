/** Reads these products of an account at once, by policy number. */
type ReadProducts<Value> = (
  client: string,
  accountNumber: string,
  policyNumbers: readonly string[],
) => Promise<ReadonlyMap<string, Value>>

/**
 * Makes one read of the reads of single products of an account that begin together, as for all
 * products of a screen. The read begins after the last of them was asked for, so it shows what each
 * of them would.
 */
export function gatheredReads<Value>(read: ReadProducts<Value>) {
  const gathering = new Map<string, { numbers: Set<string>; answer: ReturnType<typeof read> }>()
  return async (
    client: string,
    accountNumber: string,
    policyNumber: string,
  ): Promise<Value | undefined> => {
    const key = JSON.stringify([client, accountNumber])
    let reads = gathering.get(key)
    if (!reads) {
      const numbers = new Set<string>()
      const answer = untilAllAsked().then(() => {
        gathering.delete(key)
        return read(client, accountNumber, [...numbers])
      })
      reads = { numbers, answer }
      gathering.set(key, reads)
    }
    reads.numbers.add(policyNumber)
    return (await reads.answer).get(policyNumber)
  }
}

/** Resolves when every function that can continue now has done so. */
async function untilAllAsked(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
}
