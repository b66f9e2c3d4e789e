import { oneRow, type Queries, sql } from "#database/sql.ts"

interface AccountKey {
  client: string
  accountNumber: string
}

/** When the account system closed and changed the account, according to its newest events. */
export interface AccountState {
  closedAt: Date | null
  changedAt: Date | null
}

export async function findAccountState(
  queries: Queries,
  { client, accountNumber }: AccountKey,
): Promise<AccountState> {
  const row = await oneRow<AccountState>(
    queries,
    sql`select closed_at, changed_at from myaccount_core.account_state
      where client = ${client} and account_number = ${accountNumber}`,
  )
  return row ?? { closedAt: null, changedAt: null }
}

/** Stores the time in an event, and returns the newest times. */
export async function noteAccountState(
  tx: Queries,
  { client, accountNumber }: AccountKey,
  { closedAt = null, changedAt = null }: Partial<AccountState>,
): Promise<AccountState> {
  const row = await oneRow<AccountState>(
    tx,
    sql`insert into myaccount_core.account_state as s (client, account_number, closed_at, changed_at)
      values (${client}, ${accountNumber}, ${closedAt}, ${changedAt})
      on conflict (client, account_number) do update
        set closed_at = greatest(s.closed_at, excluded.closed_at),
          changed_at = greatest(s.changed_at, excluded.changed_at)
      returning closed_at, changed_at`,
  )
  return row ?? { closedAt, changedAt }
}
