import type { Queries } from "#database/sql.ts"
import type { Retention } from "#platform/jobs/retention.ts"
import type { DocumentKey } from "#ports/document-store/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { personTables } from "../data-map/data-map.ts"
import { bases } from "../data-map/table-data.ts"
import { findStaffNames } from "../people.store.ts"
import type { DataSubject } from "../people.ts"
import { findRowsOf, type JsonRow } from "../rows.store.ts"
import { explanations, readablePeriod } from "./explanations.ts"
import { exportedRow } from "./exported-row.ts"
import { createRedaction, type Redaction } from "./redaction.ts"

/** The version of the format that docs/privacy.md describes. */
const version = 2
const auditTable = "audit.entry"

/** Everything that is stored about a person, as `person.json` has it. */
export interface PersonExport {
  format: "my-account-person"
  version: number
  exportedAt: string
  /** How to read the file, for the person. */
  about: readonly string[]
  client: string
  accountNumber: string
  userids: string[]
  /** Rows by table, with the reason why we have them; tables without rows are absent. */
  tables: Record<string, { what: string; basis: string; kept: string; rows: JsonRow[] }>
  auditLog: unknown[]
  /** The answers of an account system outside of our database; null for the embedded one. */
  accountSystem: unknown
}

export interface ExportedDocument {
  key: DocumentKey
  name: string
}

/** The data of a person, and the keys of their documents. */
export async function exportPerson(
  {
    queries,
    auditLog,
    policyAdmin,
    retention,
  }: {
    queries: Queries
    auditLog: AuditLog
    /** Only an account system outside of our database. */
    policyAdmin: PolicyAdmin | undefined
    retention: Retention
  },
  subject: DataSubject,
  now: Date,
): Promise<{ data: PersonExport; documents: ExportedDocument[] }> {
  const redaction = createRedaction(await findStaffNames(queries))
  const found = []
  for (const table of personTables) {
    if (table.name === auditTable) continue
    const rows = await findRowsOf(queries, table, subject)
    if (rows.length > 0) found.push({ table, rows })
    for (const row of rows) redaction.learn(table, row)
  }
  const tables: PersonExport["tables"] = {}
  for (const { table, rows } of found) {
    const { name, what, basis } = table
    const exported = rows.map((row) => exportedRow(table, row, redaction))
    const kept = readablePeriod(table.kept, retention)
    tables[name] = { what, basis: bases[basis], kept, rows: exported }
  }
  const elsewhere = policyAdmin && (await accountOf(policyAdmin, subject))
  const data: PersonExport = {
    format: "my-account-person",
    version,
    exportedAt: now.toISOString(),
    about: explanations,
    client: subject.client,
    accountNumber: subject.account,
    userids: subject.userids,
    tables,
    auditLog: await entriesOf(queries, auditLog, subject, redaction),
    accountSystem: elsewhere ?? null,
  }
  const listed = tables["policy_admin.document"]?.rows.map(documentOf) ?? []
  const there = elsewhere?.products.flatMap((one) => [...one.documents, ...one.correspondences])
  const documents = [...listed, ...(there ?? [])].map(
    ({ documentId, documentSource, documentCategory, documentName }) => {
      const owner = { client: subject.client, accountNumber: subject.account }
      const key = { ...owner, documentId, documentSource, documentCategory }
      return { key, name: documentName }
    },
  )
  return { data, documents }
}

/** The person and the products with all parts, from the account system. Errors: `AccountSystemAway`. */
async function accountOf(policyAdmin: PolicyAdmin, { client, account }: DataSubject) {
  const found = await policyAdmin.account(client, account)
  if (!found) return undefined
  const products = []
  for (const { policyNumber } of found.products) {
    const detail = await policyAdmin.policy(client, account, policyNumber)
    if (!detail) continue
    const entries = await policyAdmin.entries(client, account, policyNumber)
    products.push({ ...detail, entries })
  }
  return { person: found.person, products }
}

/** Entries of the audit log about the person, unsealed, without who on the staff or of the operators acted. */
async function entriesOf(
  queries: Queries,
  auditLog: AuditLog,
  subject: DataSubject,
  redaction: Redaction,
): Promise<unknown[]> {
  const table = personTables.find(({ name }) => name === auditTable)
  if (!table) throw new Error("The data map lacks the audit log.")
  const found = (await findRowsOf(queries, table, subject)) as { number: number; content: string }[]
  const rows = found.toSorted((one, other) => one.number - other.number)
  const opened = await auditLog.opened(queries, subject.client, rows)
  for (const { entry } of opened) {
    const { actorKind, actorUserid, after } = entry
    if (actorKind === "staff" && actorUserid !== null) redaction.learnStaff(actorUserid)
    if (actorKind === "operator" && after?.by !== undefined) redaction.learnStaff(after.by)
  }
  return opened.map(({ number, entry }) => {
    const { actorKind, actorUserid, ip, ...rest } = entry
    const isStaff = actorKind === "staff"
    const actor = isStaff && actorUserid !== null ? redaction.nameOf(actorUserid) : actorUserid
    const texts = redaction.without(rest) as object
    return { number, actorKind, actor, ...(isStaff ? {} : { ip }), ...texts }
  })
}

function documentOf(row: JsonRow) {
  return {
    documentId: String(row.document_id),
    documentSource: String(row.document_source),
    documentCategory: String(row.document_category),
    documentName: String(row.document_name),
  }
}
