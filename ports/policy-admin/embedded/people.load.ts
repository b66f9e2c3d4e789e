import type { Queries } from "#database/sql.ts"
import type { PolicyDetail } from "../port.ts"
import { deletePeople, deleteProducts, findAccounts } from "./people.load.store.ts"
import { writeBalances } from "./refresh/balances.ts"
import { writePersons } from "./refresh/persons.ts"
import { findProductsOf } from "./refresh/products.store.ts"
import { writeProducts } from "./refresh/products.ts"
import {
  type LoadedPerson,
  type Refresh,
  type Refreshed,
  recordPartsOf,
} from "./refresh/records.ts"

/** A person in an operator's folder. */
export interface PersonRecord {
  person: LoadedPerson
  /** The products in display order. */
  products: PolicyDetail[]
}

/** The results of a load of people. */
export interface PeopleLoaded {
  /** Number of people who changed themselves or in one of their products. */
  written: number
  /**
   * Account or policy numbers of records that were left out because they are older than the loaded
   * ones.
   */
  older: string[]
  /**
   * Products that keep their bills: they were paid here, and the load does not say until when its
   * records count.
   */
  kept: string[]
}

/** Stored people and products that the load does not list. */
export interface Missing {
  accountNumbers: string[]
  policyNumbers: string[]
}

/** Limits one statement to a few megabytes. */
const batchSize = 500

/**
 * Adds people with their products, and updates records that differ from the last load. A record
 * that equals the last loaded one is not touched, so that later changes survive. Removes nothing.
 */
export async function loadPeople(
  tx: Queries,
  client: string,
  records: readonly PersonRecord[],
  refresh: Refresh = {},
): Promise<PeopleLoaded> {
  const loaded: PeopleLoaded = { written: 0, older: [], kept: [] }
  for (let start = 0; start < records.length; start += batchSize) {
    const batch = records.slice(start, start + batchSize)
    const { older, kept, written } = await loadBatch(tx, client, batch, refresh)
    loaded.written += written
    loaded.older.push(...older)
    loaded.kept.push(...kept)
  }
  return loaded
}

async function loadBatch(
  tx: Queries,
  client: string,
  records: readonly PersonRecord[],
  refresh: Refresh,
): Promise<PeopleLoaded> {
  const parts = records.flatMap(({ person: { accountNumber }, products }) =>
    products.map((product, position) => recordPartsOf(accountNumber, product, position)),
  )
  const steps: Refreshed[] = [
    await writePersons(
      tx,
      client,
      records.map(({ person }) => person),
      refresh,
    ),
    await writeProducts(
      tx,
      client,
      parts.map(({ product }) => product),
      refresh,
    ),
    await writeBalances(
      tx,
      client,
      parts.map(({ balance }) => balance),
      refresh,
    ),
  ]
  const [persons = [], ...ofProducts] = steps.map(({ changed }) => changed)
  const owners = new Map(
    parts.map(({ product: { accountNumber, policy } }) => [policy.policyNumber, accountNumber]),
  )
  const written = new Set([...persons, ...ofProducts.flat().map((number) => owners.get(number))])
  return {
    written: written.size,
    older: steps.flatMap(({ older }) => older),
    kept: steps.flatMap(({ kept }) => kept),
  }
}

/** People of the client who are not among `records`, and products that their people no longer have. */
export async function findMissing(
  queries: Queries,
  client: string,
  records: readonly PersonRecord[],
): Promise<Missing> {
  const listed = new Set(records.map(({ person }) => person.accountNumber))
  const products = new Set(
    records.flatMap((record) => record.products.map(({ policy }) => policy.policyNumber)),
  )
  const stored = await findAccounts(queries, client)
  const there = stored.filter((accountNumber) => listed.has(accountNumber))
  const policies = await findProductsOf(queries, client, there)
  return {
    accountNumbers: stored.filter((accountNumber) => !listed.has(accountNumber)),
    policyNumbers: policies
      .map(({ policyNumber }) => policyNumber)
      .filter((policyNumber) => !products.has(policyNumber)),
  }
}

/** Removes people and products; their payments, bills and entries stay. */
export async function removeMissing(tx: Queries, client: string, missing: Missing): Promise<void> {
  await deleteProducts(tx, client, missing.policyNumbers)
  await deletePeople(tx, client, missing.accountNumbers)
}

/** Loads these people and removes all others; returns how many were written and removed. */
export async function replacePeople(
  tx: Queries,
  client: string,
  records: readonly PersonRecord[],
  refresh: Refresh = {},
): Promise<{ written: number; removed: number }> {
  const missing = await findMissing(tx, client, records)
  const { written } = await loadPeople(tx, client, records, refresh)
  await removeMissing(tx, client, missing)
  return { written, removed: missing.accountNumbers.length }
}
