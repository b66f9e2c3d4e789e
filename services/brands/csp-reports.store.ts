import { type Queries, sql } from "#database/sql.ts"

/** What was refused where, without anything of the person. */
export interface CspReport {
  /** The policy's directive, such as script-src-elem. */
  directive: string
  /** The origin that was refused, or a word such as inline. */
  blocked: string
  /** The screen's address as contracts/screens.ts writes it. */
  document: string
  /** Where the script that tried it comes from. */
  source: string
  disposition: "enforce" | "report"
}

/** Counts a report where one like it is kept: whether there is one. */
export async function countReport(
  queries: Queries,
  client: string,
  { directive, blocked, document, source, disposition }: CspReport,
  now: Date,
): Promise<boolean> {
  const counted = await queries.rows(
    sql`update appcontent.csp_report set reports = reports + 1, last_seen = ${now}
      where client = ${client} and directive = ${directive} and blocked = ${blocked}
        and document = ${document} and source = ${source} and disposition = ${disposition}
      returning 1`,
  )
  return counted.length > 0
}

/**
 * Keeps a report of a new kind, unless the client has `most` rows already: whether it is kept. Calls
 * at the same time can pass the limit by as many as they are.
 */
export async function addReport(
  queries: Queries,
  client: string,
  { directive, blocked, document, source, disposition }: CspReport,
  now: Date,
  most: number,
): Promise<boolean> {
  const added = await queries.rows(
    sql`insert into appcontent.csp_report as r
        (client, directive, blocked, document, source, disposition, first_seen, last_seen)
      select ${client}, ${directive}, ${blocked}, ${document}, ${source}, ${disposition},
        ${now}::timestamptz, ${now}::timestamptz
      where (select count(*) from appcontent.csp_report where client = ${client}) < ${most}
      on conflict (client, directive, blocked, document, source, disposition)
        do update set reports = r.reports + 1, last_seen = excluded.last_seen
      returning 1`,
  )
  return added.length > 0
}

export async function deleteOldReports(queries: Queries, before: Date): Promise<void> {
  // Of all clients: housekeeping is the installation's.
  await queries.rows(sql`delete from appcontent.csp_report where last_seen < ${before}`)
}
