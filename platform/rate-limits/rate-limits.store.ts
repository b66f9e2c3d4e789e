import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The window of a rate limit that ends now: it contains calls after `from`. */
export interface Window {
  keyHash: Buffer
  mostCalls: number
  from: Date
  now: Date
  /** When a call made now leaves the window. */
  overAt: Date
}

/**
 * Adds a call to its window unless the window is full. The statement locks the row and reads its
 * latest state, so parallel calls cannot take the same place.
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

/** The call whose expiry makes room in a full window; undefined if there is room now. */
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
