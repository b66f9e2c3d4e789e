import type { Queries } from "#database/sql.ts"
import {
  findSharedReferences,
  type LoadedMethod,
  sharedReferenceText,
} from "#services/payments/methods/payment-methods.load.store.ts"
import { findMethodNames } from "../import.store.ts"
import type { Items } from "../items.ts"
import { createBatches } from "./batches.ts"
import type { BadRow } from "./check.ts"
import { keysOf, methodKey } from "./keys.ts"
import type { Scratch } from "./scratch.ts"

interface NewMethod extends LoadedMethod {
  number: number
  items: Items
  row: BadRow
  /** Whether an earlier record gives the reference to another person. */
  isInFiles: boolean
}

/**
 * Refuses payment methods with the gateway's reference of another person, also of another client:
 * each would pay with the other's card. Stored methods stay unchanged.
 */
export function createSharedMethods(
  queries: Queries,
  client: string,
  scratch: Scratch,
  refuse: (number: number, row: BadRow) => void,
) {
  function noted(method: LoadedMethod, row: BadRow): boolean {
    const { accountNumber, gateway, gatewayReference } = method
    const reference = `${gateway} ${gatewayReference}`
    const isNew = scratch.add("reference", reference, row)
    const isOwnNew = scratch.add(`reference of ${accountNumber}`, reference, row)
    return !isNew && isOwnNew
  }

  const batches = createBatches<NewMethod>(async (methods) => {
    const shared = await findSharedReferences(queries, client, methods)
    const owners = new Map(shared.map((one) => [keyOf(one), one.owner]))
    const ids = methods.filter(({ isInFiles }) => isInFiles).map(({ recordId }) => recordId)
    const stored = ids.length > 0 ? await findMethodNames(queries, client, ids) : []
    const known = new Set(stored.map(keyOf))
    for (const method of methods) {
      const isInFiles = method.isInFiles && !known.has(keyOf(method))
      const owner = owners.get(keyOf(method)) ?? (isInFiles ? client : undefined)
      if (owner === undefined) continue
      const reason = `gatewayReference ${sharedReferenceText(client, owner)}`
      refuse(method.number, { ...method.row, reasons: [reason] })
      for (const own of keysOf(method.items)) scratch.remove(...own)
    }
  })

  return {
    settle: batches.settle,
    /** Call this before the records that need this one are checked. */
    async add(number: number, items: Items, row: BadRow) {
      if (items.methods.length === 0) return await batches.settle()
      await batches.add(
        ...items.methods.map((method) => {
          return { ...method, number, items, row, isInFiles: noted(method, row) }
        }),
      )
    },
  }
}

function keyOf(one: { accountNumber: string; recordId: string }): string {
  return methodKey(one.accountNumber, one.recordId)
}
