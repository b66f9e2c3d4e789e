import { oneRow, type Queries, sql } from "#database/sql.ts"

/** A window of a rate limit that ends now: calls after `from` are in it. */
export interface Window {
  keyHash: Buffer
  mostCalls: number
  from: Date
  now: Date
  /** When a call of now has left the window. */
  overAt: Date
}

/**
 * Adds a call to its window, unless the window is full. The statement locks the row and reads it
 * as it is then, so parallel calls cannot share a place.
 */
export async function addCall(queries: Queries, window: Window): Promise<boolean> {
  const { keyHash, mostCalls, from, now, overAt } = window
  const added = await queries.rows(
    sql`insert into appauth.budget as kept (key_hash, calls, over_at)
      values (${keyHash}, array[${now}::timestamptz], ${overAt})
      on conflict (key_hash) do update
        set calls = array(select call from unnest(kept.calls) as call where call > ${from})
            || ${now}::timestamptz,
          over_at = greatest(kept.over_at, excluded.over_at)
        where (select count(*) from unnest(kept.calls) as call where call > ${from}) < ${mostCalls}
      returning 1`,
  )
  return added.length > 0
}

/** The call whose end makes room in a full window; undefined when there is room by now. */
export async function lastCallInTheWay(
  queries: Queries,
  { keyHash, mostCalls, from }: Window,
): Promise<Date | undefined> {
  const row = await oneRow<{ at: Date }>(
    queries,
    sql`select call as at from appauth.budget, unnest(calls) as call
      where key_hash = ${keyHash} and call > ${from}
      order by call desc limit 1 offset ${mostCalls - 1}`,
  )
  return row?.at
}

export async function forgetRateLimits(queries: Queries, now: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.budget where over_at <= ${now}`)
}
