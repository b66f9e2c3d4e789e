import type { Queries } from "#database/sql.ts"
import type { DocumentKey } from "#ports/document-store/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { personTables } from "../data-map/data-map.ts"
import { bases } from "../data-map/table-data.ts"
import { findStaffNames } from "../people.store.ts"
import type { DataSubject } from "../people.ts"
import { findRowsOf, type JsonRow } from "../rows.store.ts"
import { createStaffNames, exportedRow, type StaffNames } from "./exported-row.ts"

/** The version of the format that docs/privacy.md describes. */
const version = 1
const auditTable = "audit.entry"

/** Everything that is stored about a person, as `person.json` has it. */
export interface PersonExport {
  format: "my-account-person"
  version: number
  exportedAt: string
  client: string
  accountNumber: string
  userids: string[]
  /** Rows by table, with the reason why we have them; tables without rows are absent. */
  tables: Record<string, { what: string; basis: string; kept: string; rows: JsonRow[] }>
  auditLog: unknown[]
  /** The answers of an account system outside of our database; null for the embedded one. */
  accountSystem: unknown
}

/** The data of a person, and the keys of their documents. */
export async function exportPerson(
  {
    queries,
    auditLog,
    policyAdmin,
  }: {
    queries: Queries
    auditLog: AuditLog
    /** Only an account system outside of our database. */
    policyAdmin: PolicyAdmin | undefined
  },
  subject: DataSubject,
  now: Date,
): Promise<{ data: PersonExport; documents: DocumentKey[] }> {
  const staff = createStaffNames(await findStaffNames(queries))
  const tables: PersonExport["tables"] = {}
  for (const table of personTables) {
    if (table.name === auditTable) continue
    const rows = await findRowsOf(queries, table, subject)
    if (rows.length === 0) continue
    const { what, kept } = table
    const exported = rows.map((row) => exportedRow(table, row, staff))
    tables[table.name] = { what, basis: bases[table.basis], kept, rows: exported }
  }
  const elsewhere = policyAdmin && (await accountOf(policyAdmin, subject))
  const data: PersonExport = {
    format: "my-account-person",
    version,
    exportedAt: now.toISOString(),
    client: subject.client,
    accountNumber: subject.account,
    userids: subject.userids,
    tables,
    auditLog: await entriesOf(queries, auditLog, subject, staff),
    accountSystem: elsewhere ?? null,
  }
  const listed = tables["policy_admin.document"]?.rows.map(documentOf) ?? []
  const documents = [...listed, ...(elsewhere?.products.flatMap((one) => one.documents) ?? [])].map(
    ({ documentId, documentSource, documentCategory }) => {
      const owner = { client: subject.client, accountNumber: subject.account }
      return { ...owner, documentId, documentSource, documentCategory }
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

/** Entries of the audit log about the person, unsealed, without who on the staff acted. */
async function entriesOf(
  queries: Queries,
  auditLog: AuditLog,
  subject: DataSubject,
  staff: StaffNames,
): Promise<unknown[]> {
  const table = personTables.find(({ name }) => name === auditTable)
  if (!table) throw new Error("The data map lacks the audit log.")
  const found = (await findRowsOf(queries, table, subject)) as { number: number; content: string }[]
  const rows = found.toSorted((one, other) => one.number - other.number)
  const opened = await auditLog.opened(queries, subject.client, rows)
  return opened.map(({ number, entry }) => {
    const { actorKind, actorUserid, ip, ...rest } = entry
    const isStaff = actorKind === "staff"
    const actor = isStaff && actorUserid !== null ? staff.nameOf(actorUserid) : actorUserid
    return { number, actorKind, actor, ...(isStaff ? {} : { ip }), ...texts(rest, staff) }
  })
}

function texts(entry: object, staff: StaffNames): object {
  return staff.without(entry) as object
}

function documentOf(row: JsonRow) {
  return {
    documentId: String(row.document_id),
    documentSource: String(row.document_source),
    documentCategory: String(row.document_category),
  }
}
