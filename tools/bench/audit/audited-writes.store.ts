import type { Database } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"

/** A table with one row for each person, which the measured transactions change. */
export async function addWrittenRows(database: Database, people: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.script("create table written (person integer primary key, times integer not null)")
    await tx.rows(
      sql`insert into written select person, 0 from generate_series(0, ${people - 1}::integer) person`,
    )
  })
}

/** The change of an audit entry. */
export async function changeRow(tx: Queries, person: number): Promise<void> {
  await tx.rows(sql`update written set times = times + 1 where person = ${person}`)
}

/**
 * Delays the commit of each audit entry by this time: a deferred trigger waits when the transaction
 * commits, while it holds its locks.
 */
export async function slowCommits(database: Database, milliseconds: number): Promise<void> {
  await database.transaction((tx) =>
    tx.script(`create function slow_commit() returns trigger language plpgsql as
        $$ begin perform pg_sleep(${milliseconds / 1000}); return null; end $$;
      create constraint trigger slow_commit after insert on audit.entry
        deferrable initially deferred for each row execute function slow_commit()`),
  )
}
