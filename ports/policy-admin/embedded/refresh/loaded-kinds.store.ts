import { jsonRows, type Queries, sql } from "#database/sql.ts"

/** A kind of loaded data. */
export type LoadedKind = "people" | "payment-methods" | "products" | "bills" | "documents" | "users"

/** A kind with its finished loads, and an import in progress. */
export interface KnownKind {
  kind: LoadedKind
  /** The newest as-of time of the finished loads. */
  asOf: Date | null
  /** The import in progress, and its newest as-of time. */
  importId: string | null
  importAsOf: Date | null
  /** Until when the import counts as running. */
  importUntil: Date | null
}

/** All loaded kinds. */
export async function findLoadedKinds(queries: Queries, client: string): Promise<KnownKind[]> {
  return await queries.rows<KnownKind>(
    sql`select kind, as_of, import_id, import_as_of, import_until
      from policy_admin.loaded_kind where client = ${client} order by kind`,
  )
}

/** These loaded kinds, locked: other loads of them wait until the transaction ends. */
export async function lockLoadedKinds(
  tx: Queries,
  client: string,
  kinds: readonly LoadedKind[],
): Promise<KnownKind[]> {
  const rows = kinds.toSorted().map((kind) => ({ client, kind }))
  // The statement updates each row instead of only locking it: see takeLock().
  return await tx.rows<KnownKind>(
    sql`insert into policy_admin.loaded_kind as k (client, kind)
      select client, kind from json_populate_recordset(null::policy_admin.loaded_kind, ${jsonRows(rows)}::json)
      on conflict (client, kind) do update set kind = k.kind
      returning kind, as_of, import_id, import_as_of, import_until`,
  )
}

/** Records that an import writes these kinds, and counts as running until then. */
export async function noteImport(
  tx: Queries,
  client: string,
  importId: string,
  until: Date,
  kinds: readonly { kind: LoadedKind; newest: Date }[],
): Promise<void> {
  const rows = kinds.map(({ kind, newest }) => ({ client, kind, importAsOf: newest.toISOString() }))
  await tx.rows(
    sql`update policy_admin.loaded_kind k set import_id = ${importId}, import_as_of = r.import_as_of,
        import_until = ${until}
      from json_populate_recordset(null::policy_admin.loaded_kind, ${jsonRows(rows)}::json) r
      where k.client = ${client} and k.kind = r.kind`,
  )
}

/** Records the as-of time of each kind of a load that ends. */
export async function noteLoaded(
  tx: Queries,
  client: string,
  kinds: readonly { kind: LoadedKind; newest: Date }[],
): Promise<void> {
  const rows = kinds.map(({ kind, newest }) => ({ client, kind, asOf: newest.toISOString() }))
  await tx.rows(
    sql`update policy_admin.loaded_kind k set as_of = greatest(k.as_of, r.as_of)
      from json_populate_recordset(null::policy_admin.loaded_kind, ${jsonRows(rows)}::json) r
      where k.client = ${client} and k.kind = r.kind`,
  )
}

/** Deletes the record of an import that ended or failed. */
export async function forgetImport(
  queries: Queries,
  client: string,
  importId: string,
): Promise<void> {
  await queries.rows(
    sql`update policy_admin.loaded_kind set import_id = null, import_as_of = null, import_until = null
      where client = ${client} and import_id = ${importId}`,
  )
}
