import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { productFields } from "../../product-fields.ts"
import {
  findKnownProducts,
  findLastPositions,
  findStoredProducts,
  insertDocuments,
  insertProducts,
  type KnownProduct,
  noteProducts,
  type ProductRows,
  updateProducts,
} from "./products.store.ts"
import {
  canonical,
  dollars,
  hashOf,
  inDollars,
  type ListedDocument,
  type LoadedProduct,
  neverLoaded,
  nothingRefreshed,
  type Refresh,
  type Refreshed,
} from "./records.ts"

interface Placed {
  product: LoadedProduct & { position: number }
  recordHash: string
}

/**
 * Adds products, and updates those whose record differs from the last loaded one. A new product has
 * no bill until its balance is written. Their people must be known.
 */
export async function writeProducts(
  tx: Queries,
  client: string,
  products: readonly LoadedProduct[],
  refresh: Refresh,
): Promise<Refreshed> {
  if (products.length === 0) return nothingRefreshed
  const known = await findKnownProducts(
    tx,
    client,
    products.map(({ policy }) => policy.policyNumber),
  )
  const differing = products
    .map((product) => ({ product, recordHash: hashOf(product) }))
    .filter(({ product: { policy }, recordHash }) => {
      return known.get(policy.policyNumber)?.recordHash !== recordHash
    })
  const records = await placed(tx, client, differing, known)
  const isKnown = ({ product }: Placed) => known.has(product.policy.policyNumber)
  const added = records.filter((record) => !isKnown(record))
  const again = records.filter(isKnown)
  const stored = await storedProducts(tx, client, again)
  const isEqual = ({ product }: Placed) => {
    const { documents, ...other } = stored.get(product.policy.policyNumber) ?? {}
    const compared = product.documents ? { ...other, documents } : other
    return canonical(compared) === canonical(product)
  }
  const changed = again.filter((record) => !isEqual(record))
  await insertNew(tx, client, added)
  await updateProducts(
    tx,
    client,
    rowsOf(client, changed),
    changed.flatMap(({ product }) => (product.documents ? [product.policy.policyNumber] : [])),
    refresh,
  )
  await noteProducts(
    tx,
    client,
    again.filter(isEqual).map(({ product, recordHash }) => {
      return { policyNumber: product.policy.policyNumber, recordHash }
    }),
  )
  const keys = [...added, ...changed].map(({ product }) => product.policy.policyNumber)
  return { changed: keys, older: [], kept: [] }
}

/** Adds documents to known products; returns how many were new or changed. */
export async function writeDocuments(
  tx: Queries,
  client: string,
  documents: readonly (ListedDocument & { policyNumber: string })[],
): Promise<number> {
  return await insertDocuments(
    tx,
    documents.map((entry) => ({ ...entry, client })),
  )
}

async function insertNew(tx: Queries, client: string, added: Placed[]) {
  if (added.length > 0) await insertProducts(tx, rowsOf(client, added))
}

/** Each record with its position; a record without one comes after the person's other products. */
async function placed(
  tx: Queries,
  client: string,
  records: { product: LoadedProduct; recordHash: string }[],
  known: ReadonlyMap<string, KnownProduct>,
): Promise<Placed[]> {
  const unplaced = records.filter(({ product: { position, policy } }) => {
    return position === undefined && !known.has(policy.policyNumber)
  })
  const accounts = unplaced.map(({ product }) => product.accountNumber)
  const last = accounts.length > 0 ? await findLastPositions(tx, client, accounts) : new Map()
  return records.map(({ product, recordHash }) => {
    const { accountNumber, policy } = product
    const there = product.position ?? known.get(policy.policyNumber)?.position
    if (there !== undefined) return { product: { ...product, position: there }, recordHash }
    const position = (last.get(accountNumber) ?? -1) + 1
    last.set(accountNumber, position)
    return { product: { ...product, position }, recordHash }
  })
}

async function storedProducts(tx: Queries, client: string, records: Placed[]) {
  if (records.length === 0) return new Map<string, LoadedProduct>()
  const policyNumbers = records.map(({ product }) => product.policy.policyNumber)
  const stored = await findStoredProducts(tx, client, policyNumbers)
  return new Map([...stored].map(([number, { product }]) => [number, product]))
}

function rowsOf(client: string, records: readonly Placed[]): ProductRows {
  const products = records.map(({ product, recordHash }) => ({
    ...product,
    recordHash,
    key: { client, policyNumber: product.policy.policyNumber },
  }))
  return {
    policy: products.map(({ policy, key, accountNumber, position, recordHash }) => ({
      ...inDollars(productFields, policy),
      ...key,
      accountNumber,
      position,
      recordHash,
    })),
    billing: products.map(({ billing: { frequencies: _, ...terms }, key }) => ({
      ...terms,
      ...key,
      amountPaidBefore: "0.00",
      balanceHash: neverLoaded,
      book: randomUUID(),
    })),
    frequency: products.flatMap(({ billing, key }) =>
      billing.frequencies.map((frequency, position) => ({
        ...frequency,
        amount: dollars(frequency.amount),
        fee: dollars(frequency.fee),
        ...key,
        position,
      })),
    ),
    rider: products.flatMap(({ riders, key }) =>
      riders.map((rider, position) => ({
        ...rider,
        benefitAmount: dollars(rider.benefitAmount),
        annualPremium: dollars(rider.annualPremium),
        ...key,
        position,
      })),
    ),
    additionalInsured: products.flatMap(({ additionalInsured, key }) =>
      additionalInsured.map((insured, position) => ({ ...insured, ...key, position })),
    ),
    document: products.flatMap(({ documents, key }) =>
      (documents ?? []).map((entry) => ({ ...entry, ...key })),
    ),
  }
}
