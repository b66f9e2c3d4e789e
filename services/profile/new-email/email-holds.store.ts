import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The email address in effect before staff changed it. */
export interface EmailHold {
  client: string
  accountNumber: string
  /** Null if there was none. */
  provenAddress: string | null
}

/** The hold of an account, locked until the transaction ends. */
export async function lockEmailHold(
  tx: Queries,
  client: string,
  accountNumber: string,
  now: Date,
): Promise<EmailHold | undefined> {
  return await oneRow<EmailHold>(
    tx,
    sql`select client, account_number, proven_address
      from myaccount_core.email_hold
      where client = ${client} and account_number = ${accountNumber} and expires_at > ${now}
      for update`,
  )
}

/** Saves this hold in place of any other of the account. */
export async function replaceEmailHold(
  tx: Queries,
  hold: EmailHold & { tokenHash: Buffer | null; expiresAt: Date },
): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core.email_hold (client, account_number, proven_address, token_hash,
        expires_at)
      values (${hold.client}, ${hold.accountNumber}, ${hold.provenAddress}, ${hold.tokenHash},
        ${hold.expiresAt})
      on conflict (client, account_number) do update set proven_address = excluded.proven_address,
        token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
  )
}

/** The hold that an opened link refers to, if it belongs to one of these clients. */
export async function findEmailHoldByToken(
  queries: Queries,
  clients: readonly string[],
  tokenHash: Buffer,
  now: Date,
): Promise<EmailHold | undefined> {
  return await oneRow<EmailHold>(
    queries,
    sql`select client, account_number, proven_address
      from myaccount_core.email_hold
      where client = any(${clients}::text[]) and token_hash = ${tokenHash}
        and expires_at > ${now}`,
  )
}

/** Consumes the link: true for only one caller. The hold stays until `expiresAt`. */
export async function useEmailHoldToken(
  tx: Queries,
  { client, tokenHash }: { client: string; tokenHash: Buffer },
  now: Date,
  expiresAt: Date,
): Promise<boolean> {
  const used = await tx.rows(
    sql`update myaccount_core.email_hold set token_hash = null, expires_at = ${expiresAt}
      where client = ${client} and token_hash = ${tokenHash} and expires_at > ${now}
      returning 1`,
  )
  return used.length > 0
}

export async function deleteEmailHold(
  tx: Queries,
  client: string,
  accountNumber: string,
): Promise<void> {
  await tx.rows(
    sql`delete from myaccount_core.email_hold
      where client = ${client} and account_number = ${accountNumber}`,
  )
}

export async function deleteExpiredEmailHolds(queries: Queries, now: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.email_hold where expires_at < ${now}`)
}
