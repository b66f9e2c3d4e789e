import { type Queries, sql } from "#database/sql.ts"

/** Uses up the proof. Only one of several parallel calls returns true. */
export async function useProof(
  queries: Queries,
  proofHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const used = await queries.rows(
    sql`insert into appauth.used_proof (proof_hash, expires_at) values (${proofHash}, ${expiresAt})
      on conflict do nothing returning 1`,
  )
  return used.length > 0
}

export async function isUsedProof(queries: Queries, proofHash: Buffer): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.used_proof where proof_hash = ${proofHash}`,
  )
  return rows.length > 0
}

export async function deleteExpiredProofs(queries: Queries, now: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.used_proof where expires_at < ${now}`)
}
