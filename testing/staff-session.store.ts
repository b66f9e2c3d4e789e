import { type Queries, sql } from "#database/sql.ts"

/** Makes the sessions of a customer those of staff who act for them. */
export async function giveSessionsToStaff(
  queries: Queries,
  userid: string,
  agentUserid: string,
): Promise<void> {
  await queries.rows(
    sql`update appauth.session set agent_userid = ${agentUserid} where userid = ${userid}`,
  )
}
