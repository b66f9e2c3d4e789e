import type { Database } from "#database/open.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { GivenReplies, GivenReply } from "./replies.ts"

/** Replies in the database of the account system, for every process that serves it. */
export function storedReplies(database: Database): GivenReplies {
  return {
    async find(key, since) {
      return await findReply(database, key, since)
    },
    async keep(key, given, { now, since }) {
      return await database.transaction(async (tx) => {
        await deleteOld(tx, since)
        await tx.rows(
          sql`insert into policy_admin.given_reply (key, asked, reply, given_at)
            values (${key}, ${given.asked}, ${given.reply}, ${now}) on conflict do nothing`,
        )
        return (await findReply(tx, key, since)) ?? given
      })
    },
  }
}

async function findReply(
  queries: Queries,
  key: Buffer,
  since: Date,
): Promise<GivenReply | undefined> {
  return await oneRow<GivenReply>(
    queries,
    sql`select asked, reply from policy_admin.given_reply
      where key = ${key} and given_at > ${since}`,
  )
}

/** Deletes several at a time, and skips those that another process is deleting. */
async function deleteOld(tx: Queries, since: Date): Promise<void> {
  await tx.rows(
    sql`delete from policy_admin.given_reply where key in (
      select key from policy_admin.given_reply where given_at <= ${since}
      order by given_at limit 100 for update skip locked)`,
  )
}
