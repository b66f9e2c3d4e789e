import { type Queries, sql } from "#database/sql.ts"

/** A sealed value with its row. */
export interface SealedRow {
  id: string
  sealed: Buffer
}

/** Pending emails after `after` that are sealed with another key than `current`, in order. */
export async function findSealedEmails(
  queries: Queries,
  { current, after, limit }: { current: Buffer; after: string; limit: number },
): Promise<SealedRow[]> {
  return await queries.rows<SealedRow>(
    sql`select id::text as id, sealed from mail.outbox
      where sealed is not null and substring(sealed from 2 for 4) <> ${current}
        and id::text > ${after} order by id::text limit ${limit}`,
  )
}

/** Replaces a sealed email. False if the row has changed. */
export async function replaceSealedEmail(
  queries: Queries,
  { id, sealed }: SealedRow,
  renewed: Buffer,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update mail.outbox set sealed = ${renewed}
      where id = ${id}::uuid and sealed = ${sealed} returning 1`,
  )
  return rows.length > 0
}

/** Authenticator apps of staff, in the same way; `id` is the userid. */
export async function findSealedFactors(
  queries: Queries,
  { current, after, limit }: { current: Buffer; after: string; limit: number },
): Promise<SealedRow[]> {
  return await queries.rows<SealedRow>(
    sql`select userid as id, secret_sealed as sealed from appauth.agent_factor
      where substring(secret_sealed from 2 for 4) <> ${current}
        and userid > ${after} order by userid limit ${limit}`,
  )
}

export async function replaceSealedFactor(
  queries: Queries,
  { id, sealed }: SealedRow,
  renewed: Buffer,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.agent_factor set secret_sealed = ${renewed}
      where userid = ${id} and secret_sealed = ${sealed} returning 1`,
  )
  return rows.length > 0
}

/** Refresh tokens of identity providers, in the same way; `id` is the userid. */
export async function findSealedTokens(
  queries: Queries,
  { current, after, limit }: { current: Buffer; after: string; limit: number },
): Promise<SealedRow[]> {
  return await queries.rows<SealedRow>(
    sql`select userid as id, refresh_sealed as sealed from appauth.agent_provider
      where refresh_sealed is not null and substring(refresh_sealed from 2 for 4) <> ${current}
        and userid > ${after} order by userid limit ${limit}`,
  )
}

export async function replaceSealedToken(
  queries: Queries,
  { id, sealed }: SealedRow,
  renewed: Buffer,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.agent_provider set refresh_sealed = ${renewed}
      where userid = ${id} and refresh_sealed = ${sealed} returning 1`,
  )
  return rows.length > 0
}

/** An imported password hash as it is stored. */
export interface ImportedRow {
  client: string
  userid: string
  accountNumber: string
  stored: string
}

/** Imported password hashes of any client after that user, sealed with another key than `current`. */
export async function findImportedHashes(
  queries: Queries,
  { current, after, limit }: { current: Buffer; after: string; limit: number },
): Promise<ImportedRow[]> {
  return await queries.rows<ImportedRow>(
    sql`select client, userid, account_number, password_hash as stored from appauth.user_account
      where password_hash like '$imported$%'
        and substring(decode(split_part(password_hash, '$', 4), 'base64') from 2 for 4) <> ${current}
        and client || ' ' || userid > ${after} order by client || ' ' || userid limit ${limit}`,
  )
}
