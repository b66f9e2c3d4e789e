import { type Queries, sql } from "#database/sql.ts"

export interface NewName {
  client: string
  accountNumber: string
  lastName: string
}

/** Changes a name in the account system, as after a phone call to the insurer. */
export async function renamePerson(
  queries: Queries,
  { client, accountNumber, lastName }: NewName,
): Promise<void> {
  await queries.rows(
    sql`update policy_admin.person set last_name = ${lastName}
      where client = ${client} and account_number = ${accountNumber}`,
  )
}
