import { oneRow, type Queries, sql } from "#database/sql.ts"

/** A registration that is not completed; `step` is the last completed step. */
export interface RegistrationRow {
  id: string
  client: string
  policyNumber: string
  accountNumber: string
  step: "number" | "person" | "verified"
  addressFits: boolean
  /** Hashes of the typed names and addresses. */
  typed: string[]
  /** When the correct one-time code was entered; null before that. */
  verifiedAt: Date | null
}

/** The columns that identify a registration. */
type RegistrationKey = Pick<RegistrationRow, "client" | "id">

export async function insertRegistration(
  queries: Queries,
  registration: {
    id: string
    secretHash: Buffer
    client: string
    policyNumber: string
    accountNumber: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.registration
        (id, secret_hash, client, policy_number, account_number, expires_at, created_at)
      values (${registration.id}, ${registration.secretHash}, ${registration.client},
        ${registration.policyNumber}, ${registration.accountNumber}, ${registration.expiresAt},
        ${registration.now})`,
  )
}

/** The open registration of this browser, if it is of one of these clients. */
export async function findRegistration(
  queries: Queries,
  clients: readonly string[],
  secretHash: Buffer,
  now: Date,
): Promise<RegistrationRow | undefined> {
  return await oneRow<RegistrationRow>(
    queries,
    sql`select id, client, policy_number, account_number,
        step, address_fits, typed, verified_at
      from appauth.registration
      where client = any(${clients}::text[]) and secret_hash = ${secretHash}
        and step <> 'completed' and expires_at > ${now}`,
  )
}

/** Takes an unverified registration that lives until `until` back to its first step. */
export async function restartRegistration(
  queries: Queries,
  client: string,
  secretHash: Buffer,
  until: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.registration set step = 'number'
      where client = ${client} and secret_hash = ${secretHash} and step in ('number', 'person')
        and expires_at >= ${until} returning 1`,
  )
  return rows.length > 0
}

/** Stores that the name matched. A person who goes back from `verified` must enter another code. */
export async function reachPerson(
  queries: Queries,
  { client, id }: RegistrationKey,
  { addressFits, typed }: { addressFits: boolean; typed: string },
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.registration set step = 'person', address_fits = ${addressFits},
        typed = array_append(array_remove(typed, ${typed}), ${typed})
      where client = ${client} and id = ${id} and step <> 'completed' and expires_at > ${now}
      returning 1`,
  )
  return rows.length > 0
}

/** Stores that the code was correct. */
export async function reachVerified(
  queries: Queries,
  { client, id }: RegistrationKey,
  now: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`update appauth.registration set step = 'verified', verified_at = ${now}
      where client = ${client} and id = ${id} and step = 'person' and expires_at > ${now}
      returning 1`,
  )
  return rows.length > 0
}

/** Completes the registration. Only one of several parallel calls returns true. */
export async function reachCompleted(
  tx: Queries,
  { client, id }: RegistrationKey,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update appauth.registration set step = 'completed'
      where client = ${client} and id = ${id} and step = 'verified' and expires_at > ${now}
      returning 1`,
  )
  return rows.length > 0
}

/** Deletes ended registrations with their attempts and codes. */
export async function deleteOldRegistrations(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.registration where expires_at < ${before}`)
}
