import type { Queries } from "#database/sql.ts"
import { findKnownPersons } from "#ports/policy-admin/embedded/refresh/persons.store.ts"
import { findKnownProducts } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { findMethodNames } from "../import.store.ts"
import type { Items } from "../items.ts"
import { createBatches } from "./batches.ts"
import type { BadRow } from "./check.ts"
import { keysOf, methodKey, methodSeparator } from "./keys.ts"
import type { Scratch } from "./scratch.ts"

type Kind = "person" | "product" | "payment-method"

/** A record that needs another one, which may be stored, or may be waiting itself. */
interface Reference {
  number: number
  row: BadRow
  kind: Kind
  key: string
  /** The number of the waiting record with this key, if there is one. */
  waitsFor: number | undefined
}

/**
 * Checks that each record's person, product and payment method are in the files before it, or
 * stored. A record whose own product was refused is refused, too, so that none is left out
 * silently.
 */
export function createReferences(
  queries: Queries,
  client: string,
  scratch: Scratch,
  refuse: (number: number, row: BadRow) => void,
  /** Whether the record with this number was refused, for any reason. */
  isRefused: (number: number) => boolean,
) {
  /** The keys of waiting records, by their number; and the numbers by key. */
  const keysOfWaiting = new Map<number, [kind: string, key: string][]>()
  const waiting = new Map<string, number>()
  const nameOf = (kind: string, key: string) => `${kind} ${key}`

  function referencesOf(number: number, items: Items, row: BadRow): Reference[] {
    const of = (kind: Kind, key: string) => {
      const waitsFor = waiting.get(nameOf(kind, key))
      const isThere = waitsFor === undefined && scratch.has(kind, key)
      return isThere ? [] : [{ number, row, kind, key, waitsFor }]
    }
    return [
      ...items.methods.flatMap((one) => of("person", one.accountNumber)),
      ...items.products.flatMap((one) => of("person", one.accountNumber)),
      ...items.products.flatMap(({ accountNumber, billing: { paymentMethodRecordId: id } }) =>
        id === null ? [] : of("payment-method", methodKey(accountNumber, id)),
      ),
      ...items.users.flatMap((one) => of("person", one.accountNumber)),
      ...items.balances.flatMap((one) => of("product", one.policyNumber)),
      ...items.documents.flatMap((one) => of("product", one.policyNumber)),
    ]
  }

  async function findStored(open: readonly Reference[]) {
    const keys = (kind: Kind) => [
      ...new Set(open.filter((one) => one.kind === kind).map(({ key }) => key)),
    ]
    const ids = keys("payment-method").map((key) => key.slice(key.indexOf(methodSeparator) + 1))
    const methods = ids.length > 0 ? await findMethodNames(queries, client, ids) : []
    const [persons, products] = [keys("person"), keys("product")]
    const none = new Map<string, unknown>()
    return {
      person: persons.length > 0 ? await findKnownPersons(queries, client, persons) : none,
      product: products.length > 0 ? await findKnownProducts(queries, client, products) : none,
      "payment-method": new Map(
        methods.map((one) => [methodKey(one.accountNumber, one.recordId), one]),
      ),
    }
  }

  /** Looks up the records that were not in the files. */
  const { settle, add } = createBatches<Reference>(async (open) => {
    const stored = await findStored(open)
    // The order of the records matters: a record that others wait for comes before them.
    for (const { number, row, kind, key, waitsFor } of open) {
      const isInFiles = waitsFor !== undefined && !isRefused(waitsFor)
      if (isInFiles || stored[kind].has(key)) continue
      refuse(number, { ...row, reasons: [missingText(kind, key)] })
      for (const own of keysOfWaiting.get(number) ?? []) scratch.remove(...own)
    }
    keysOfWaiting.clear()
    waiting.clear()
  })

  return {
    settle,
    async add(number: number, items: Items, row: BadRow) {
      const references = referencesOf(number, items, row)
      if (references.length === 0) return
      const keys = keysOf(items)
      keysOfWaiting.set(number, keys)
      for (const [kind, key] of keys) waiting.set(nameOf(kind, key), number)
      await add(...references)
    },
  }
}

function missingText(kind: Kind, key: string): string {
  if (kind === "person") return `accountNumber "${key}" is of no person before this row`
  if (kind === "product") return `policyNumber "${key}" is of no product before this row`
  return "billing.paymentMethodRecordId is none of the person's payment methods"
}
