import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Whether any rows of the client contain this account number. */
export async function isAccountNumber(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<boolean> {
  const row = await oneRow<{ isThere: boolean }>(
    queries,
    sql`select exists (select from appauth.user_account
          where client = ${client} and account_number = ${accountNumber})
        or exists (select from policy_admin.person
          where client = ${client} and account_number = ${accountNumber})
        or exists (select from policy_admin.policy
          where client = ${client} and account_number = ${accountNumber})
        or exists (select from myaccount_core.payment
          where client = ${client} and account_number = ${accountNumber}) as is_there`,
  )
  return row?.isThere ?? false
}

/** The account number of a userid at the client. */
export async function findAccountOf(
  queries: Queries,
  client: string,
  userid: string,
): Promise<string | undefined> {
  const row = await oneRow<{ accountNumber: string }>(
    queries,
    sql`select account_number from appauth.user_account
      where client = ${client} and userid = ${userid}`,
  )
  return row?.accountNumber
}

/**
 * Userids and plan numbers of an account, including those in older rows. Leaves out those that now
 * belong to another account: a userid can be registered again, and a product can move.
 */
export async function findNumbersOf(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<{ userids: string[]; policies: string[] }> {
  const row = await oneRow<{ userids: string[]; policies: string[] }>(
    queries,
    sql`select array(
        select userid from appauth.user_account
          where client = ${client} and account_number = ${accountNumber}
        union select subject_userid from myaccount_core.authorization
          where client = ${client} and account_number = ${accountNumber}
        except select userid from appauth.user_account
          where client = ${client} and account_number <> ${accountNumber}
        order by 1) as userids,
      array(
        select policy_number from policy_admin.policy
          where client = ${client} and account_number = ${accountNumber}
        union select policy_number from myaccount_core.payment
          where client = ${client} and account_number = ${accountNumber}
        union select policy_number from myaccount_core.authorization
          where client = ${client} and account_number = ${accountNumber}
        union select policy_number from myaccount_core.correction
          where client = ${client} and account_number = ${accountNumber}
        union select policy_number from policy_admin.payment
          where client = ${client} and account_number = ${accountNumber}
        except select policy_number from policy_admin.policy
          where client = ${client} and account_number <> ${accountNumber}
        order by 1) as policies`,
  )
  return row ?? { userids: [], policies: [] }
}

/** Userids and usernames of staff, which can occur in texts about customers. */
export async function findStaffNames(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ name: string }>(
    sql`select userid as name from appauth.agent union select username from appauth.agent`,
  )
  return rows.map(({ name }) => name)
}
