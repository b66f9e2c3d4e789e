import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface ProviderAccount {
  userid: string
  username: string
  firstName: string
  lastName: string
  email: string
  clients: string[] | null
  roles: StaffRole[]
  disabledAt: Date | null
  issuer: string
  refreshSealed: Buffer | null
  /** When the provider, and not the operator, disabled the account; null if it did not. */
  endedAt: Date | null
}

/**
 * The account of a person at a provider. Changes in other transactions wait until this one ends.
 */
export async function lockProviderAccount(
  tx: Queries,
  provider: string,
  subject: string,
): Promise<ProviderAccount | undefined> {
  return await oneRow<ProviderAccount>(
    tx,
    sql`update appauth.agent a set password_hash = a.password_hash from appauth.agent_provider p
      where p.userid = a.userid and p.provider = ${provider} and p.subject = ${subject}
      returning a.userid, a.username, a.first_name, a.last_name, a.email, a.clients, a.roles,
        a.disabled_at, p.issuer, p.refresh_sealed, p.ended_at`,
  )
}

export interface ProviderProof {
  checkedAt: Date
  nextCheckAt: Date
  refreshSealed: Buffer | null
}

export async function insertAgentProvider(
  tx: Queries,
  account: ProviderProof & { userid: string; provider: string; issuer: string; subject: string },
): Promise<void> {
  await tx.rows(
    sql`insert into appauth.agent_provider (userid, provider, issuer, subject, refresh_sealed,
        checked_at, next_check_at)
      values (${account.userid}, ${account.provider}, ${account.issuer}, ${account.subject},
        ${account.refreshSealed}, ${account.checkedAt}, ${account.nextCheckAt})`,
  )
}

/**
 * Stores that the provider confirmed the person, and reverts an end of the account by the provider.
 */
export async function writeProof(tx: Queries, userid: string, proof: ProviderProof): Promise<void> {
  await tx.rows(
    sql`update appauth.agent_provider set refresh_sealed = ${proof.refreshSealed},
        checked_at = ${proof.checkedAt}, next_check_at = ${proof.nextCheckAt}, ended_at = null
      where userid = ${userid}`,
  )
}

/**
 * Writes the person's data from the provider. The account still counts as not changed by the
 * operator.
 */
export async function writePerson(
  tx: Queries,
  account: Pick<ProviderAccount, "userid" | "firstName" | "lastName" | "email" | "disabledAt"> & {
    clients: readonly string[] | null
    roles: readonly StaffRole[]
  },
): Promise<void> {
  await tx.rows(
    sql`update appauth.agent set first_name = ${account.firstName}, last_name = ${account.lastName},
        email = ${account.email}, clients = ${account.clients}, roles = ${account.roles},
        disabled_at = ${account.disabledAt}
      where userid = ${account.userid}`,
  )
}

/** Disables the account on behalf of the provider, and deletes the token. */
export async function endAccount(tx: Queries, userid: string, now: Date): Promise<void> {
  await tx.rows(sql`update appauth.agent set disabled_at = ${now} where userid = ${userid}`)
  await tx.rows(
    sql`update appauth.agent_provider set ended_at = ${now}, refresh_sealed = null
      where userid = ${userid}`,
  )
}

/**
 * Deletes a token that the provider refused. False if a new sign-in stored another one in the
 * meantime.
 */
export async function dropRefreshToken(
  tx: Queries,
  userid: string,
  refreshSealed: Buffer,
): Promise<boolean> {
  const dropped = await tx.rows(
    sql`update appauth.agent_provider set refresh_sealed = null
      where userid = ${userid} and refresh_sealed = ${refreshSealed} returning 1`,
  )
  return dropped.length > 0
}

export interface DueCheck {
  userid: string
  provider: string
  subject: string
  refreshSealed: Buffer
}

/** Claims accounts whose provider must be contacted again, until `retryAt`. */
export async function claimDueChecks(
  queries: Queries,
  { now, retryAt, limit }: { now: Date; retryAt: Date; limit: number },
): Promise<DueCheck[]> {
  return await queries.rows<DueCheck>(
    sql`update appauth.agent_provider p set next_check_at = ${retryAt}
      where p.next_check_at <= ${now} and p.refresh_sealed is not null and p.ended_at is null
        and p.userid in (
          select d.userid from appauth.agent_provider d join appauth.agent a using (userid)
          where d.next_check_at <= ${now} and d.refresh_sealed is not null
            and d.ended_at is null and a.disabled_at is null
          order by d.next_check_at limit ${limit})
      returning p.userid, p.provider, p.subject, p.refresh_sealed`,
  )
}

export async function postponeCheck(queries: Queries, userid: string, until: Date): Promise<void> {
  await queries.rows(
    sql`update appauth.agent_provider set next_check_at = ${until} where userid = ${userid}`,
  )
}

/** The operator's decision replaces the provider's. */
export async function forgetEnd(tx: Queries, userid: string): Promise<void> {
  await tx.rows(sql`update appauth.agent_provider set ended_at = null where userid = ${userid}`)
}
