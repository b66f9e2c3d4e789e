import type { Queries } from "#database/sql.ts"
import type { Retention } from "#platform/jobs/retention.ts"
import type { DocumentKey } from "#ports/document-store/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { kindsOf, personTables } from "../data-map/data-map.ts"
import { bases, type PersonTable } from "../data-map/table-data.ts"
import { findStaffNames } from "../people.store.ts"
import type { DataSubject } from "../people.ts"
import { findRowsOf, type JsonRow } from "../rows.store.ts"
import { createRedaction, isByCustomer, type Redaction } from "./redaction.ts"

/** Explains to the person how to read an export. */
const explanations: readonly string[] = [
  "This file has what the insurer's self-service portal stores about you. Each table says what it holds (what), why (basis), and for how long (kept).",
  "Amounts in a column of their own are US dollars; those inside a column of several facts are in the unit that its system uses, dollars or cents. Dates are those of the insurer's time zone; times are in UTC and end with Z or +00:00.",
  "Passwords, security answers, codes and links are stored as hashes. They are left out, and so is what could charge a payment method.",
  "Members of the insurer's staff appear as staff member 1, staff member 2 and so on. IP addresses are those of your own sign-ins and agreements.",
  "bill, entry, payment, payment_bills, reversal and lot_note are the books of a product: bills, and what settled them. book and lot are numbers that join their rows; cause is the row that led to an entry.",
  "documents lists the files beside this one, with their names. auditLog lists who did what in your account, and when.",
]

/** The settings in the data map's periods. */
const settings: Record<string, keyof Retention> = {
  KEEP_ENDED_DAYS: "ended",
  KEEP_DEVICE_DAYS: "devices",
  KEEP_EMAIL_DAYS: "emails",
  KEEP_UNSENT_EVENT_DAYS: "unsentEvents",
  KEEP_UNSUBSCRIBE_DAYS: "unsubscribeLinks",
}

/** A period of the data map with days in place of setting names. */
export function readablePeriod(kept: string, retention: Retention): string {
  return kept
    .replaceAll("`keptDataHours` of the client", "the hours that the insurer has set")
    .replaceAll(/`([A-Z_]+)`/g, (name: string, setting: string) => {
      const kind = settings[setting]
      return kind ? `${retention[kind]} days` : name
    })
}

/** The version of the format described in docs/privacy.md. */
const version = 2
const auditTable = "audit.entry"

/** Everything that is stored about a person, in the form of `person.json`. */
export interface PersonExport {
  format: "my-account-person"
  version: number
  exportedAt: string
  /** Explains to the person how to read the file. */
  about: readonly string[]
  client: string
  accountNumber: string
  userids: string[]
  /** Rows by table, with the reason why we have them. Tables without rows are left out. */
  tables: Record<string, { what: string; basis: string; kept: string; rows: JsonRow[] }>
  auditLog: unknown[]
  /** The data from an external account system; null for the embedded one. */
  accountSystem: unknown
}

export interface ExportedDocument {
  key: DocumentKey
  name: string
}

/** A person's data, and the keys of their documents. */
export async function exportPerson(
  {
    queries,
    auditLog,
    policyAdmin,
    retention,
  }: {
    queries: Queries
    auditLog: AuditLog
    /** Set only for an external account system. */
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

/**
 * The person and the products with all their parts, from the account system. Errors:
 * `AccountSystemAway`.
 */
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

/**
 * Entries of the audit log about the person, unsealed, without the names of staff and operators.
 */
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

/** The row without secrets and without names and IP addresses of staff, with amounts in dollars. */
export function exportedRow(
  table: Pick<PersonTable, "columns" | "cents">,
  row: JsonRow,
  redaction: Redaction,
): JsonRow {
  const kinds = kindsOf(table)
  const cents = new Set(table.cents?.split(" "))
  const isByStaff = row.actor_kind === "staff" || typeof row.agent_userid === "string"
  const exported: JsonRow = {}
  for (const [column, value] of Object.entries(row)) {
    const kind = kinds.get(column)
    if (kind === undefined || kind === "secret") continue
    if (kind === "network" && isByStaff) continue
    const isStaff = kind === "staff" && typeof value === "string" && !isByCustomer(row)
    const isCents = cents.has(column) && typeof value === "number"
    if (isStaff) exported[column] = redaction.nameOf(value)
    else exported[column] = isCents ? value / 100 : redaction.without(value)
  }
  return exported
}
