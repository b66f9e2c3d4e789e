import { type Queries, sql } from "#database/sql.ts"

/** Adds one entry at the end of its client's chain. It is there when the transaction commits. */
export async function appendEntry(
  tx: Queries,
  entry: { client: string; at: Date; content: string },
): Promise<void> {
  const { client, at, content } = entry
  await tx.rows(
    sql`with place as (
      insert into audit.chain as c (client, number, previous_hash, hash)
      values (${client}, 1, '', sha256(convert_to(${content}, 'UTF8')))
      on conflict (client) do update set number = c.number + 1, previous_hash = c.hash,
        hash = sha256(c.hash || convert_to(${content}, 'UTF8'))
      returning number, previous_hash, hash)
    insert into audit.entry (client, number, content, previous_hash, hash, at)
    select ${client}, number, ${content}, previous_hash, hash, ${at} from place`,
  )
}
