import type { Queries } from "#database/sql.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"
import { findMethodNames, findMethodsByReference } from "../import.store.ts"
import type { Items } from "../items.ts"
import type { BadRow } from "./check.ts"
import { keysOf, methodKey } from "./keys.ts"
import type { Scratch } from "./scratch.ts"

interface NewMethod extends LoadedMethod {
  number: number
  items: Items
  row: BadRow
  /** Whether a record before this one gives the reference to another person. */
  isInFiles: boolean
}

const batchSize = 1_000
const reason = "gatewayReference is that of another person's payment method"

/**
 * Refuses payment methods with the gateway's reference of another person: each would pay with the
 * other's card. Methods that are stored already stay as they are.
 */
export function createSharedMethods(
  queries: Queries,
  client: string,
  scratch: Scratch,
  refuse: (number: number, row: BadRow) => void,
) {
  let open: NewMethod[] = []

  function noted({ accountNumber, gateway, gatewayReference }: LoadedMethod): boolean {
    const reference = `${gateway} ${gatewayReference}`
    const isNew = scratch.add("reference", reference)
    const isOwnNew = scratch.add(`reference of ${accountNumber}`, reference)
    return !isNew && isOwnNew
  }

  async function settle() {
    if (open.length === 0) return
    const references = [...new Set(open.map(({ gatewayReference }) => gatewayReference))]
    const stored = await findMethodsByReference(queries, client, references)
    const ids = open.map(({ recordId }) => recordId)
    const known = new Set((await findMethodNames(queries, client, ids)).map(keyOf))
    for (const method of open) {
      if (known.has(keyOf(method))) continue
      const isStored = stored.some(
        (one) =>
          one.gateway === method.gateway &&
          one.gatewayReference === method.gatewayReference &&
          one.accountNumber !== method.accountNumber,
      )
      if (!isStored && !method.isInFiles) continue
      refuse(method.number, { ...method.row, reasons: [reason] })
      for (const own of keysOf(method.items)) scratch.remove(...own)
    }
    open = []
  }

  return {
    settle,
    /** Call it before the records that need this one are checked. */
    async add(number: number, items: Items, row: BadRow) {
      if (items.methods.length === 0) return await settle()
      for (const method of items.methods) {
        open.push({ ...method, number, items, row, isInFiles: noted(method) })
      }
      if (open.length >= batchSize) await settle()
    },
  }
}

function keyOf(one: { accountNumber: string; recordId: string }): string {
  return methodKey(one.accountNumber, one.recordId)
}
