import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Counts of the work that is under way for an account or one of its products. */
export interface MovingWork {
  payments: number
  refunds: number
  corrections: number
  changes: number
}

/**
 * Counts what would not find its account after a move: payments that are undecided or not posted yet, and changes
 * that are on their way. A debit that may still be returned finds its payment.
 */
export async function findMovingWork(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<MovingWork> {
  const found = await oneRow<MovingWork>(
    queries,
    sql`select
      (select count(*)::int from myaccount_core.payment
        where client = ${client} and account_number = ${accountNumber}
          and (status in ('submitted', 'unknown') or next_try_at is not null
            or (applied_at is null and status not in ('declined', 'canceled')))) as payments,
      (select count(*)::int from myaccount_core.refund
        where client = ${client} and account_number = ${accountNumber}
          and (status = 'approved' or next_try_at is not null)) as refunds,
      (select count(*)::int from myaccount_core.correction
        where client = ${client} and account_number = ${accountNumber}
          and (status = 'approved' or next_try_at is not null)) as corrections,
      (select count(*)::int from myaccount_core.contact_change
        where client = ${client} and account_number = ${accountNumber})
      + (select count(*)::int from myaccount_core.auto_pay_change
        where client = ${client} and account_number = ${accountNumber} and state = 'asked')
      + (select count(*)::int from myaccount_core.auto_pay_skip
        where client = ${client} and account_number = ${accountNumber} and state = 'asked')
      + (select count(*)::int from myaccount_core.payment_method_request
        where client = ${client} and account_number = ${accountNumber}
          and next_try_at is not null) as changes`,
  )
  if (!found) throw new Error("The database counted nothing.")
  return found
}

/** The plan numbers that payments, authorizations and announced charges of the account name. */
export async function findMovingProducts(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<string[]> {
  const rows = await queries.rows<{ policyNumber: string }>(
    sql`select policy_number from myaccount_core.payment
        where client = ${client} and account_number = ${accountNumber}
      union select policy_number from myaccount_core.authorization
        where client = ${client} and account_number = ${accountNumber}
      union select policy_number from myaccount_core.announced_charge
        where client = ${client} and account_number = ${accountNumber}
      order by 1`,
  )
  return rows.map(({ policyNumber }) => policyNumber)
}

/** The userid of the account's registration; undefined if none is in use. */
export async function findLogin(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<string | undefined> {
  const row = await oneRow<{ userid: string }>(
    queries,
    sql`select userid from appauth.user_account
      where client = ${client} and account_number = ${accountNumber} and moved_to is null`,
  )
  return row?.userid
}

/** Gives a saved method of the account to another one. Returns whether the account has it. */
export async function moveMethod(
  tx: Queries,
  { client, accountNumber, recordId }: { client: string; accountNumber: string; recordId: string },
  to: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment_method set account_number = ${to}
      where client = ${client} and account_number = ${accountNumber} and record_id = ${recordId}
      returning 1`,
  )
  return rows.length > 0
}

export async function hasMethod(
  queries: Queries,
  { client, accountNumber, recordId }: { client: string; accountNumber: string; recordId: string },
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.payment_method
      where client = ${client} and account_number = ${accountNumber} and record_id = ${recordId}`,
  )
  return rows.length > 0
}
