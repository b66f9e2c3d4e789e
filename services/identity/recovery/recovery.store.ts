import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Stores the question of a browser. Returns the key of decoys, or null if none is stored. */
export async function insertRecovery(
  queries: Queries,
  recovery: { secretHash: Buffer; client: string; usernameHash: Buffer; expiresAt: Date },
): Promise<{ decoyKey: Buffer | null }> {
  const row = await oneRow<{ decoyKey: Buffer | null }>(
    queries,
    sql`insert into appauth.password_recovery (secret_hash, client, username_hash, expires_at)
      values (${recovery.secretHash}, ${recovery.client}, ${recovery.usernameHash},
        ${recovery.expiresAt})
      returning (select secret from appauth.decoy_key) as decoy_key`,
  )
  return { decoyKey: row?.decoyKey ?? null }
}

/** Stores this key unless one is stored already. Returns the stored key. */
export async function keepDecoyKey(queries: Queries, key: Buffer): Promise<Buffer> {
  const row = await oneRow<{ secret: Buffer }>(
    queries,
    sql`insert into appauth.decoy_key as k (secret) values (${key})
      on conflict (is_only) do update set secret = k.secret returning secret`,
  )
  return row?.secret ?? key
}

/**
 * The client of an unanswered question, if it is one of these clients. The row stays locked until
 * the transaction ends, so that parallel answers do not overlap.
 */
export async function lockQuestion(
  tx: Queries,
  clients: readonly string[],
  { secretHash, usernameHash }: { secretHash: Buffer; usernameHash: Buffer },
  now: Date,
): Promise<{ client: string } | undefined> {
  return await oneRow(
    tx,
    sql`select client from appauth.password_recovery
      where client = any(${clients}::text[]) and secret_hash = ${secretHash}
        and username_hash = ${usernameHash} and answered_at is null
        and expires_at > ${now}
      for update`,
  )
}

/** Uses up the one answer of a question that `lockQuestion` found. */
export async function takeAnswer(
  tx: Queries,
  client: string,
  secretHash: Buffer,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update appauth.password_recovery set answered_at = ${now}
      where client = ${client} and secret_hash = ${secretHash}`,
  )
}

export async function insertTicket(
  queries: Queries,
  ticket: { ticketHash: Buffer; client: string; userid: string; expiresAt: Date },
): Promise<void> {
  await queries.rows(
    sql`insert into appauth.reset_ticket (ticket_hash, client, userid, expires_at)
      values (${ticket.ticketHash}, ${ticket.client}, ${ticket.userid}, ${ticket.expiresAt})`,
  )
}

/** The user whose password a live ticket of one of these clients resets. */
export async function findTicket(
  queries: Queries,
  ticketHash: Buffer,
  clients: readonly string[],
  now: Date,
): Promise<{ client: string; userid: string; accountNumber: string } | undefined> {
  return await oneRow(
    queries,
    sql`select t.client, t.userid, u.account_number
      from appauth.reset_ticket t
      join appauth.user_account u on u.client = t.client and u.userid = t.userid
      where t.ticket_hash = ${ticketHash} and t.client = any(${clients}::text[]) and not u.reactivate and u.moved_to is null
        and t.used_at is null and t.expires_at > ${now}`,
  )
}

/** Uses up the ticket. Only one of several parallel calls returns true. */
export async function useTicket(
  tx: Queries,
  { client, ticketHash }: { client: string; ticketHash: Buffer },
  now: Date,
): Promise<boolean> {
  const used = await tx.rows(
    sql`update appauth.reset_ticket set used_at = ${now}
      where client = ${client} and ticket_hash = ${ticketHash} and used_at is null
        and expires_at > ${now}
      returning 1`,
  )
  return used.length > 0
}

/** Ends the other reset links of a user after a reset. */
export async function endTicketsOf(
  tx: Queries,
  { client, userid }: { client: string; userid: string },
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update appauth.reset_ticket set used_at = ${now}
      where client = ${client} and userid = ${userid} and used_at is null`,
  )
}

export async function deleteOldRecoveries(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.password_recovery where expires_at < ${before}`)
  await queries.rows(sql`delete from appauth.reset_ticket where expires_at < ${before}`)
}
