import type { Queries } from "#database/sql.ts"
import { counted } from "#platform/text/words.ts"
import { dayAt } from "#platform/time-zone.ts"
import {
  findMissing,
  loadPeople,
  type Missing,
  removeMissing,
} from "#ports/policy-admin/embedded/people.load.ts"
import type { LoadedKind } from "#ports/policy-admin/embedded/refresh/loaded-kinds.store.ts"
import {
  addToSpans,
  beginLoad,
  endLoad,
  type Spans,
} from "#ports/policy-admin/embedded/refresh/loaded-kinds.ts"
import {
  findMoves,
  type Move,
  movesText,
  moveText,
} from "#ports/policy-admin/embedded/refresh/moves.ts"
import type { Refresh } from "#ports/policy-admin/embedded/refresh/records.ts"
import type { BrandChange } from "#services/brands/loading/clients.load.store.ts"
import type { ParsedClient } from "./parse-folder.ts"

/**
 * Loads the people of these clients, removes `removed` missing people and products, and gives
 * `moved` products to another person.
 *
 * Errors: an `Error` if another number is missing or would move, or a record is older than the
 * loaded data.
 */
export async function loadPeopleOf(
  tx: Queries,
  clients: readonly Pick<ParsedClient, "brand" | "people">[],
  refresh: Refresh,
  {
    now,
    removed,
    moved = 0,
  }: { now: Date; removed?: number | undefined; moved?: number | undefined },
): Promise<{ change: BrandChange; notices: string[] }> {
  const change: BrandChange = { written: 0, removed: 0 }
  const notices: string[] = []
  const missing = new Map<string, Missing>()
  await refuseOtherMoves(tx, clients, moved)
  for (const {
    brand: { client, timeZone },
    people,
  } of clients) {
    if (!people) continue
    const { written, older, kept } = await loadPeople(tx, client, people, {
      ...refresh,
      today: dayAt(now, timeZone).toString(),
    })
    if (older.length > 0) throw new Error(olderText(client, older))
    if (kept.length > 0) notices.push(keptText(client, kept.length))
    change.written += written
    missing.set(client, await findMissing(tx, client, people))
  }
  const found = [...missing.values()].reduce((sum, one) => sum + missingCount(one), 0)
  if (removed === undefined) {
    for (const [client, one] of missing) {
      if (missingCount(one) > 0) notices.push(missingText(client, one, found))
    }
    return { change, notices }
  }
  refuseOtherCount(found, removed)
  for (const [client, one] of missing) {
    await removeMissing(tx, client, one)
    change.removed += missingCount(one)
  }
  return { change, notices }
}

/**
 * The as-of times of the data that a load brings to each client. Even if another account system has
 * the people, their payment methods and users are loaded.
 */
function spansOf(
  { people, paymentMethods, users }: LoadedParts,
  asOf: Date,
  leavesPeopleOut: boolean,
): Spans {
  const products = leavesPeopleOut ? [] : (people ?? []).flatMap((one) => one.products)
  const kinds: [LoadedKind, readonly unknown[] | undefined][] = [
    ["people", leavesPeopleOut ? [] : people],
    ["payment-methods", paymentMethods],
    ["products", products],
    ["bills", products],
    ["documents", products],
    ["users", users],
  ]
  const spans: Spans = new Map()
  const there = kinds.filter(([, entries = []]) => entries.length > 0)
  addToSpans(
    spans,
    there.map(([kind]) => kind),
    asOf,
  )
  return spans
}

type LoadedParts = Pick<ParsedClient, "brand" | "people" | "paymentMethods" | "users">

/**
 * Begins the load of these clients, and returns the function that ends it. Errors: an `Error` if a
 * client has newer data of a kind, or an import of newer data is in progress.
 */
export async function beginLoads(
  tx: Queries,
  clients: readonly LoadedParts[],
  { asOf, isForced = false }: Refresh,
  leavesPeopleOut: boolean,
): Promise<() => Promise<void>> {
  if (!asOf) return async () => {}
  const begun = clients.map((one) => ({
    client: one.brand.client,
    spans: spansOf(one, asOf, leavesPeopleOut),
  }))
  for (const { client, spans } of begun) {
    const problem = await beginLoad(tx, client, spans, { isForced })
    if (problem !== undefined) throw new Error(`${client}: ${problem} Nothing was loaded.`)
  }
  return async () => {
    for (const { client, spans } of begun) await endLoad(tx, client, spans)
  }
}

/** Errors: an `Error` unless exactly the confirmed number of products would move. */
async function refuseOtherMoves(
  tx: Queries,
  clients: readonly Pick<ParsedClient, "brand" | "people">[],
  confirmed: number,
): Promise<void> {
  const moves: Move[] = []
  for (const { brand, people } of clients) {
    const products = (people ?? []).flatMap(({ person: { accountNumber }, products }) =>
      products.map(({ policy: { policyNumber } }) => ({ policyNumber, accountNumber })),
    )
    moves.push(...(await findMoves(tx, brand.client, products)))
  }
  if (moves.length === confirmed) return
  const lines = moves.slice(0, mostMovesShown).map(moveText)
  throw new Error([...lines, `${movesText(moves.length)} Nothing was loaded.`].join("\n"))
}

const mostMovesShown = 20

/** Errors: an `Error` unless exactly the confirmed number of people and products is missing. */
function refuseOtherCount(found: number, confirmed: number): void {
  if (found === confirmed) return
  throw new Error(
    `--remove-missing=${confirmed} does not fit: ${found} people and products are missing. Nothing was loaded.`,
  )
}

function missingCount({ accountNumbers, policyNumbers }: Missing): number {
  return accountNumbers.length + policyNumbers.length
}

function missingText(client: string, missing: Missing, found: number): string {
  const people = counted(missing.accountNumbers.length, "person", "people")
  const products = counted(missing.policyNumbers.length, "product")
  return `${client}: ${people} and ${products} are loaded and no longer listed. They stay; --remove-missing=${found} removes them.`
}

function keptText(client: string, count: number): string {
  return `${client}: ${counted(count, "product")} paid here since the last load ${count === 1 ? "keeps its bills" : "keep their bills"}; one that was erased or removed meanwhile comes back without bills. Say with --as-of until when the file counts payments.`
}

function olderText(client: string, older: readonly string[]): string {
  const [first] = older
  return `${client}: ${counted(older.length, "record")} are loaded with a later --as-of, the first of ${first}. Nothing was loaded; --force loads older data.`
}
