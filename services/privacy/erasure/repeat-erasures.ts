import { type ErasurePorts, ErasureRefused, erasePerson } from "./erase-person.ts"
import { type Erasure, findAccountNumbers, insertErasure } from "./erasures.store.ts"

type Listed = Pick<Erasure, "client" | "person">

interface Repeated {
  erased: number
  /** The number of people without data, who are only blocked from future imports. */
  without: number
  refused: (Listed & { erasureBlockers: readonly string[] })[]
}

const pageSize = 1_000

/**
 * Erases these people again, for example in a database that was restored from a backup. Pseudonyms
 * cannot be reversed, so they are compared with those of the client's accounts.
 *
 * Errors: `AccountSystemAway`.
 */
export async function repeatErasures(
  deps: ErasurePorts,
  listed: readonly Listed[],
): Promise<Repeated> {
  const repeated: Repeated = { erased: 0, without: 0, refused: [] }
  for (const [client, erasures] of Map.groupBy(listed, (one) => one.client)) {
    const wanted = new Set(erasures.map(({ person }) => person))
    for await (const accountNumber of accountsOf(deps, client)) {
      const names = deps.auditLog.accountNamesOf(client, accountNumber)
      const found = names.filter((name) => wanted.delete(name))
      const [person] = found
      if (person === undefined) continue
      try {
        await erasePerson(deps, client, accountNumber)
        repeated.erased += 1
      } catch (error) {
        if (!(error instanceof ErasureRefused)) throw error
        repeated.refused.push({ client, person, erasureBlockers: error.erasureBlockers })
      }
    }
    await keepAway(deps, client, [...wanted])
    repeated.without += wanted.size
  }
  return repeated
}

async function* accountsOf({ database }: ErasurePorts, client: string): AsyncGenerator<string> {
  let after = ""
  let page: string[]
  do {
    page = await findAccountNumbers(database, client, after, pageSize)
    yield* page
    after = page.at(-1) ?? after
  } while (page.length === pageSize)
}

/** Blocks people without data from the next import. */
async function keepAway(
  { database, clock }: ErasurePorts,
  client: string,
  persons: readonly string[],
): Promise<void> {
  for (const person of persons) {
    const erasure = { client, person, erasedAt: clock.now() }
    await database.transaction((tx) => insertErasure(tx, erasure, []))
  }
}
