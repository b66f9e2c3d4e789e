import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

export interface StaffRow {
  userid: string
  username: string
  passwordHash: string
  firstName: string
  lastName: string
  email: string
  /** The clients that they may serve; null for all. */
  clients: string[] | null
  roles: StaffRole[]
  disabledAt: Date | null
  /** Whether this account, or a client that it serves, requires a second factor. */
  needsSecondFactor: boolean
  hasSecondFactor: boolean
  /** True if the operator set the password, so that it does not open a session. */
  mustChangePassword: boolean
  /** The identity provider of the account; null for a local one. */
  provider: AccountProvider | null
}

export interface AccountProvider {
  name: string
  issuer: string
  /** When the provider last confirmed the person. */
  checkedAt: Date
}

type RowFields = Omit<StaffRow, "provider"> & {
  providerName: string | null
  providerIssuer: string
  providerCheckedAt: Date
}

export async function findStaffMember(
  queries: Queries,
  username: string,
): Promise<StaffRow | undefined> {
  return (await staffRows(queries, username, null))[0]
}

export async function findStaffMemberOf(
  queries: Queries,
  userid: string,
): Promise<StaffRow | undefined> {
  return (await staffRows(queries, null, userid))[0]
}

/**
 * Whether a staff member may still sign in with the password that was checked. A change by the
 * operator waits until the transaction ends, and then ends the new session. `renewed` is a hash of
 * the same password that replaces the one that was checked.
 */
export async function isStillGood(
  tx: Queries,
  { userid, passwordHash }: Pick<StaffRow, "userid" | "passwordHash">,
  renewed = passwordHash,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update appauth.agent set password_hash = ${renewed}
      where userid = ${userid} and password_hash = ${passwordHash} and disabled_at is null
      returning 1`,
  )
  return rows.length > 0
}

/** All staff, sorted by username. */
export async function listStaff(queries: Queries): Promise<StaffRow[]> {
  return await staffRows(queries, null, null)
}

async function staffRows(
  queries: Queries,
  username: string | null,
  userid: string | null,
): Promise<StaffRow[]> {
  const rows = await queries.rows<RowFields>(
    sql`select a.userid, username, password_hash, first_name,
      last_name, email, clients, roles, disabled_at,
      needs_second_factor or exists (select 1 from appcontent.client c
        where c.staff_second_factor and (a.clients is null or c.client = any(a.clients)))
        as needs_second_factor,
      f.confirmed_at is not null as has_second_factor,
      must_change_password, p.provider as provider_name, p.issuer as provider_issuer,
      p.checked_at as provider_checked_at
    from appauth.agent a left join appauth.agent_factor f using (userid)
      left join appauth.agent_provider p using (userid)
    where (${username}::text is null or lower(username) = ${username?.toLowerCase() ?? null})
      and (${userid}::text is null or a.userid = ${userid})
    order by lower(username)`,
  )
  return rows.map(({ providerName, providerIssuer, providerCheckedAt, ...row }) => ({
    ...row,
    provider:
      providerName === null
        ? null
        : { name: providerName, issuer: providerIssuer, checkedAt: providerCheckedAt },
  }))
}

/**
 * The clients that this staff member may serve now. Empty if they may not sign in or do not have
 * this role.
 */
export async function findServedClients(
  queries: Queries,
  userid: string,
  role?: StaffRole,
): Promise<string[]> {
  const row = await oneRow<{ clients: string[] }>(
    queries,
    sql`select array(select c.client from appcontent.client c
        where a.clients is null or c.client = any(a.clients) order by c.client) as clients
      from appauth.agent a where userid = ${userid} and disabled_at is null
        and (${role ?? null}::text is null or ${role ?? null} = any(a.roles))`,
  )
  return row?.clients ?? []
}

export interface NewStaffMember {
  userid: string
  username: string
  passwordHash: string
  firstName: string
  lastName: string
  email: string
  clients: string[] | null
  roles: readonly StaffRole[]
  needsSecondFactor: boolean
  mustChangePassword: boolean
  now: Date
}

/** Adds the staff member; false if the userid or username is taken. */
export async function insertStaffMember(
  tx: Queries,
  staffMember: NewStaffMember,
): Promise<boolean> {
  const added = await tx.rows(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        clients, roles, needs_second_factor, must_change_password, from_folder, created_at)
      values (${staffMember.userid}, ${staffMember.username}, ${staffMember.passwordHash}, ${staffMember.firstName},
        ${staffMember.lastName}, ${staffMember.email}, ${staffMember.clients}, ${staffMember.roles},
        ${staffMember.needsSecondFactor},
        ${staffMember.mustChangePassword}, false,
        ${staffMember.now})
      on conflict do nothing returning 1`,
  )
  return added.length > 0
}

/** Writes the given values. The account then no longer belongs to a folder. */
export async function updateStaffMember(
  tx: Queries,
  userid: string,
  change: {
    passwordHash?: string
    mustChangePassword?: boolean
    clients?: string[] | null
    roles?: readonly StaffRole[]
    needsSecondFactor?: boolean
    disabledAt?: Date | null
  },
): Promise<void> {
  const has = (field: keyof typeof change) => field in change
  await tx.rows(
    sql`update appauth.agent set from_folder = false,
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      must_change_password = coalesce(${change.mustChangePassword ?? null}, must_change_password),
      clients = case when ${has("clients")} then ${change.clients ?? null}::text[] else clients end,
      roles = coalesce(${change.roles ?? null}::text[], roles),
      needs_second_factor = coalesce(${change.needsSecondFactor ?? null}, needs_second_factor),
      disabled_at = case when ${has("disabledAt")} then ${change.disabledAt ?? null}::timestamptz
        else disabled_at end
    where userid = ${userid}`,
  )
}

/**
 * Ends the sessions of a staff member, including those in which they act for a customer, and their
 * sign-in attempts, except the attempt with `exceptHash`.
 */
export async function endSessionsOfStaff(
  tx: Queries,
  userid: string,
  now: Date,
  exceptHash: Buffer | null = null,
): Promise<void> {
  await tx.rows(
    sql`update appauth.session set ended_at = ${now}
      where agent_userid = ${userid} and ended_at is null`,
  )
  await tx.rows(
    sql`update appauth.staff_attempt set ended_at = ${now}
      where userid = ${userid} and ended_at is null
        and (${exceptHash}::bytea is null or secret_hash <> ${exceptHash})`,
  )
}

/** The clients in this list that exist. */
export async function findClients(queries: Queries, clients: string[]): Promise<string[]> {
  const rows = await queries.rows<{ client: string }>(
    sql`select client from appcontent.client where client = any(${clients}::text[])`,
  )
  return rows.map(({ client }) => client)
}
