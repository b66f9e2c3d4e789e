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
 * Finds new people whose account number differs from another one only in capitals or blanks,
 * because staff who search for it cannot tell them apart. `refuse` receives them.
 */
export function createAlikeAccounts(
  queries: Queries,
  client: string,
  scratch: Scratch,
  refuse: (number: number, row: BadRow) => void,
) {
  /** Numbers that look like one in another record of the files, with the place of that record. */
  const inFiles = new Map<string, string>()

  const { settle, add } = createBatches<Waiting>(async (waiting) => {
    const numbers = waiting.map(({ accountNumber }) => accountNumber)
    const { stored, alike } = await findAlikeAccounts(queries, client, numbers)
    const others = new Map(alike.map((one) => [asRead(one), one]))
    for (const { number, row, accountNumber } of waiting) {
      if (stored.has(accountNumber)) continue
      const other = others.get(asRead(accountNumber))
      const place = inFiles.get(accountNumber)
      if (other === undefined && place === undefined) continue
      const than = other === undefined ? `another row, ${place}` : `${other}, which is loaded`
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
        // Most numbers are already in their normal form, and need no second key.
        const seen =
          scratch.placeOf(otherForm, read) ??
          (accountNumber === read ? undefined : scratch.placeOf("person", read))
        if (accountNumber !== read) scratch.add(otherForm, read, row)
        if (seen !== undefined) inFiles.set(accountNumber, seen)
        await add({ number, row, accountNumber })
      }
    },
  }
}
