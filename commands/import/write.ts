import type { Database } from "#database/open.ts"
import { plannedEachTime, type Queries } from "#database/sql.ts"
import { writeBalances } from "#ports/policy-admin/embedded/refresh/balances.ts"
import {
  addToSpans,
  beginLoad,
  type Spans,
} from "#ports/policy-admin/embedded/refresh/loaded-kinds.ts"
import { writePersons } from "#ports/policy-admin/embedded/refresh/persons.ts"
import { writeDocuments, writeProducts } from "#ports/policy-admin/embedded/refresh/products.ts"
import type { Refreshed } from "#ports/policy-admin/embedded/refresh/records.ts"
import { addSchemes } from "#services/identity/credentials/imported-schemes.store.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { methodHeader } from "#services/payments/methods/payment-method-presenter.ts"
import { addMethods } from "#services/payments/methods/payment-methods.load.store.ts"
import { methodKey } from "./check/keys.ts"
import { type DocumentFiles, storeDocumentFiles } from "./document-files.ts"
import { findMethodNames, noteProgress } from "./import.store.ts"
import { type Items, noItems, recordKindsOf } from "./items.ts"
import { type Reading, readRecords, type Source } from "./plan.ts"
import { newUsers } from "./users.ts"

/** How many records of each kind were new or different. */
export type Changes = Record<
  "people" | "payment methods" | "products" | "bills" | "documents" | "document files" | "users",
  number
>

export interface Written {
  changes: Changes
  /**
   * Number of bills that were left out because the product was paid here and no `asOf` is known.
   */
  kept: number
  /** Number of records that were left out because data with a later as-of time are loaded. */
  older: number
}

export const noChanges = (): Changes => ({
  people: 0,
  "payment methods": 0,
  products: 0,
  bills: 0,
  documents: 0,
  "document files": 0,
  users: 0,
})

/**
 * The most records in one transaction, and the greatest length of their text. Each transaction
 * takes several round trips to the database.
 */
const mostRecords = 4_000
const mostText = 1 << 21

export interface ImportRun {
  client: string
  passwords: Passwords
  files: DocumentFiles | undefined
  fingerprint: string
  /** The number of records that were already written. */
  done: number
  skipped: ReadonlySet<number>
  /** The as-of times of all records. */
  spans: Spans
  isForced: boolean
  /** The client's business day. */
  today: string
  now: Date
  reading: Reading
}

/**
 * Records in a transaction that the import continues.
 *
 * Errors: an `Error` if newer data were loaded in the meantime, or are being loaded.
 */
export async function goOn(
  tx: Queries,
  { client, spans, isForced, fingerprint }: ImportRun,
): Promise<void> {
  const refused = await beginLoad(tx, client, spans, { isForced, importId: fingerprint })
  if (refused !== undefined) throw new Error(`The import stopped. ${refused}`)
}

/**
 * Writes the records of the files, batch by batch; each batch stores the progress. `loaded`
 * contains the as-of times of everything written at the end. If `tick` throws, the current batch is
 * written first.
 *
 * Errors: an `Error` if newer data were loaded in the meantime; the earlier batches stay.
 */
export async function writeRecords(
  database: Database,
  source: Source,
  needs: ImportRun,
  tick: (records: number) => void,
): Promise<Written & { loaded: Spans }> {
  const written: Written = { changes: noChanges(), kept: 0, older: 0 }
  const loaded: Spans = new Map()
  let batch: Items = noItems()
  let batchAsOf: Date | undefined
  let size = 0
  let length = 0
  let number = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { items, asOf, length: own = 0 } of readRecords(source, needs.reading)) {
      number += 1
      tick(number)
      if (needs.skipped.has(number) || !items) continue
      if (asOf) addToSpans(loaded, recordKindsOf(items), asOf)
      if (number <= needs.done) continue
      const isOtherAsOf = size > 0 && asOf?.getTime() !== batchAsOf?.getTime()
      if (isOtherAsOf) await flush(number - 1)
      batchAsOf = asOf
      addTo(batch, items)
      size += 1
      length += own
      if (size >= mostRecords || length >= mostText) await flush(number)
    }
    await flush(number)
  } finally {
    await writing
  }
  return { ...written, loaded }

  /** The next batch is read while this one is written. */
  async function flush(records: number) {
    const full = batch
    const asOf = batchAsOf
    batch = noItems()
    size = 0
    length = 0
    await writing
    writing = writeBatch(database, full, asOf, records, needs).then(({ changes, kept, older }) => {
      for (const [kind, count] of Object.entries(changes)) {
        written.changes[kind as keyof Changes] += count
      }
      written.kept += kept
      written.older += older
    })
    // An error is thrown where the batch is awaited.
    writing.catch(() => {})
  }
}

function addTo(batch: Items, items: Items) {
  batch.persons.push(...items.persons)
  batch.methods.push(...items.methods)
  batch.products.push(...items.products)
  batch.balances.push(...items.balances)
  batch.documents.push(...items.documents)
  batch.files.push(...items.files)
  batch.users.push(...items.users)
}

async function writeBatch(
  database: Database,
  items: Items,
  asOf: Date | undefined,
  records: number,
  run: ImportRun,
): Promise<Written> {
  const { client, passwords, files, fingerprint, isForced, today, now } = run
  const { users, schemes } = await newUsers(
    plannedEachTime(database),
    client,
    passwords,
    items.users,
  )
  // This comes before the batch counts as written, so that an interrupted import stores the files
  // again.
  const stored =
    files && items.files.length > 0
      ? await storeDocumentFiles(plannedEachTime(database), client, items, files)
      : 0
  const refresh = { ...(asOf && { asOf }), today, isForced }
  return await database.transaction(async (transaction) => {
    const tx = plannedEachTime(transaction)
    await goOn(tx, run)
    const persons = await writePersons(tx, client, items.persons, refresh)
    const methods = items.methods.length > 0 ? await addMethods(tx, client, items.methods, now) : 0
    const products = await writeProducts(tx, client, await labeled(tx, client, items), refresh)
    const balances = await writeBalances(tx, client, items.balances, refresh)
    const documents = await writeDocuments(tx, client, items.documents)
    if (schemes.length > 0) await addSchemes(tx, client, schemes, now)
    const added = users.length > 0 ? await addUsers(tx, users, now) : 0
    await noteProgress(tx, client, fingerprint, records)
    const changes = {
      people: countOf(persons),
      "payment methods": methods,
      products: countOf(products),
      bills: countOf(balances),
      documents,
      "document files": stored,
      users: added,
    }
    const older = persons.older.length + balances.older.length
    return { changes, kept: balances.kept.length, older }
  })
}

function countOf({ changed }: Refreshed): number {
  return changed.length
}

/** The products with the names of their auto pay methods. */
async function labeled(
  tx: Queries,
  client: string,
  { products }: Items,
): Promise<Items["products"]> {
  const ids = products.flatMap(({ billing: { paymentMethodRecordId: id, paymentMethodLabel } }) =>
    id === null || paymentMethodLabel !== "" ? [] : [id],
  )
  if (ids.length === 0) return products
  const methods = await findMethodNames(tx, client, ids)
  const labels = new Map(
    methods.map((one) => [methodKey(one.accountNumber, one.recordId), methodHeader(one)]),
  )
  return products.map((product) => {
    const { accountNumber, billing } = product
    const { paymentMethodRecordId: id, paymentMethodLabel } = billing
    const label = labels.get(methodKey(accountNumber, id ?? "")) ?? paymentMethodLabel
    return { ...product, billing: { ...billing, paymentMethodLabel: label } }
  })
}
