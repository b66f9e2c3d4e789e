import type { Queries } from "#database/sql.ts"
import { findAlikeAccounts } from "#ports/policy-admin/embedded/refresh/persons.store.ts"
import { asRead } from "#services/brands/loading/shapes.ts"
import type { Items } from "../items.ts"
import { createBatches } from "./batches.ts"
import type { BadRow } from "./check.ts"
import type { Scratch } from "./scratch.ts"

const otherForm = "account in another form"

interface Waiting {
  number: number
  row: BadRow
  accountNumber: string
}

/**
 * Finds new people whose account number differs from another one only in capitals or blanks: to staff, who search for it,
 * both look the same. `refuse` receives them.
 */
export function createAlikeAccounts(
  queries: Queries,
  client: string,
  scratch: Scratch,
  refuse: (number: number, row: BadRow) => void,
) {
  /** Those that another record of the files looks like. */
  const inFiles = new Set<string>()

  const { settle, add } = createBatches<Waiting>(async (waiting) => {
    const numbers = waiting.map(({ accountNumber }) => accountNumber)
    const { stored, alike } = await findAlikeAccounts(queries, client, numbers)
    const others = new Map(alike.map((one) => [asRead(one), one]))
    for (const { number, row, accountNumber } of waiting) {
      if (stored.has(accountNumber)) continue
      const other = others.get(asRead(accountNumber))
      if (other === undefined && !inFiles.has(accountNumber)) continue
      const than = other === undefined ? "another row of the files" : `${other}, which is loaded`
      const reason = `accountNumber differs only in capitals or blanks from that of ${than}`
      refuse(number, { ...row, reasons: [reason] })
    }
    inFiles.clear()
  })

  return {
    settle,
    async add(number: number, { persons }: Items, row: BadRow) {
      for (const { accountNumber } of persons) {
        const read = asRead(accountNumber)
        // Most numbers are written as they are read, and need no second key.
        const isSeen =
          accountNumber === read
            ? scratch.has(otherForm, read)
            : !scratch.add(otherForm, read) || scratch.has("person", read)
        if (isSeen) inFiles.add(accountNumber)
        await add({ number, row, accountNumber })
      }
    },
  }
}
