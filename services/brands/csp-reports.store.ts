import { type Queries, sql } from "#database/sql.ts"

/** A policy violation and where it happened, without personal data. */
export interface CspReport {
  /** The directive of the policy, such as script-src-elem. */
  directive: string
  /** The blocked origin, or a keyword such as inline. */
  blocked: string
  /** The address of the screen, in the form used in contracts/screens.ts. */
  document: string
  /** The origin of the script that caused the violation. */
  source: string
  disposition: "enforce" | "report"
}

/** Adds one to the count of a stored report of this kind. Returns whether there is one. */
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
 * Stores a report of a new kind, unless the client already has `most` rows. Returns whether it was
 * stored. Concurrent calls can exceed the limit by their number.
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
  // Cleans up reports of all clients.
  await queries.rows(sql`delete from appcontent.csp_report where last_seen < ${before}`)
}
