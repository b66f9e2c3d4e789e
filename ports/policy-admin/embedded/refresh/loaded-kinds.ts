import type { Queries } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import {
  findLoadedKinds,
  type KnownKind,
  type LoadedKind,
  lockLoadedKinds,
  noteImport,
  noteLoaded,
} from "./loaded-kinds.store.ts"
import type { Refresh } from "./records.ts"

/**
 * An import counts as running for this long after each of its steps. The real clock decides,
 * because its process may have died.
 */
const aliveFor = { minutes: 5 }

/**
 * The earliest and the newest as-of time of the records of each kind. Records without an as-of time
 * are left out.
 */
export type Spans = Map<LoadedKind, { earliest: Date; newest: Date }>

/** Counts a record with these kinds of data. */
export function addToSpans(spans: Spans, kinds: Iterable<LoadedKind>, asOf: Date): void {
  for (const kind of kinds) {
    const { earliest = asOf, newest = asOf } = spans.get(kind) ?? {}
    spans.set(kind, {
      earliest: asOf < earliest ? asOf : earliest,
      newest: asOf > newest ? asOf : newest,
    })
  }
}

/**
 * Why data with these as-of times are not loaded; undefined if they are at least as new as the
 * loaded data.
 */
export async function olderThanLoaded(
  queries: Queries,
  client: string,
  spans: Spans,
  { isForced }: Refresh,
): Promise<string | undefined> {
  if (isForced || spans.size === 0) return undefined
  return problemWith(await findLoadedKinds(queries, client), spans, undefined)
}

/**
 * Begins or continues the load of these kinds: until it ends, no older data of them are loaded.
 * Returns the reason if it cannot begin. An import passes its id; a load in one transaction does
 * not.
 */
export async function beginLoad(
  tx: Queries,
  client: string,
  spans: Spans,
  { isForced, importId }: Pick<Refresh, "isForced"> & { importId?: string },
): Promise<string | undefined> {
  if (spans.size === 0) return undefined
  const known = await lockLoadedKinds(tx, client, [...spans.keys()])
  const problem = isForced ? undefined : problemWith(known, spans, importId)
  if (problem === undefined && importId !== undefined) {
    await noteImport(tx, client, importId, later(systemClock.now(), aliveFor), listOf(spans))
  }
  return problem
}

/** Records the as-of times of a finished load, which must have begun. */
export async function endLoad(tx: Queries, client: string, spans: Spans): Promise<void> {
  if (spans.size > 0) await noteLoaded(tx, client, listOf(spans))
}

function listOf(spans: Spans) {
  return [...spans].map(([kind, { newest }]) => ({ kind, newest }))
}

function problemWith(
  known: readonly KnownKind[],
  spans: Spans,
  importId: string | undefined,
): string | undefined {
  for (const { kind, asOf, importAsOf, importUntil, importId: running } of known) {
    const earliest = spans.get(kind)?.earliest
    if (!earliest) continue
    const these = `These ${nameOf(kind)} are as of ${earliest.toISOString()}`
    if (asOf && earliest < asOf) {
      return `${these}; data as of ${asOf.toISOString()} are loaded. --force loads older data.`
    }
    const isAlive = importUntil !== null && importUntil > systemClock.now()
    if (isAlive && running !== importId && importAsOf && earliest < importAsOf) {
      return `${these}; an import as of ${importAsOf.toISOString()} is under way. Wait until it ends; if it was killed, until five minutes later. --force loads older data.`
    }
  }
  return undefined
}

function nameOf(kind: LoadedKind): string {
  return kind.replace("-", " ")
}
