import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The owner of an unsubscribe link. */
export interface LinkOwner {
  client: string
  accountNumber: string
}

export async function insertUnsubscribeLink(
  tx: Queries,
  link: LinkOwner & { tokenHash: Buffer; now: Date },
): Promise<void> {
  await tx.rows(
    sql`insert into myaccount_core.unsubscribe_link (token_hash, client, account_number, created_at)
      values (${link.tokenHash}, ${link.client}, ${link.accountNumber}, ${link.now})`,
  )
}

/** The owner of this link, if it belongs to one of these clients and was created after `since`. */
export async function findUnsubscribeLink(
  queries: Queries,
  clients: readonly string[],
  tokenHash: Buffer,
  since: Date,
): Promise<LinkOwner | undefined> {
  return await oneRow<LinkOwner>(
    queries,
    sql`select client, account_number from myaccount_core.unsubscribe_link
      where client = any(${clients}::text[]) and token_hash = ${tokenHash}
        and created_at > ${since}`,
  )
}

export async function deleteOldUnsubscribeLinks(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from myaccount_core.unsubscribe_link where created_at < ${before}`)
}
