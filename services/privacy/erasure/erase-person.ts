import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { DocumentKey, DocumentStore } from "#ports/document-store/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import type { AuditLog } from "#services/audit/audit-log.ts"
import { lockProducts } from "#services/payments/paying/lock-products.ts"
import { personTables } from "../data-map/data-map.ts"
import type { PersonTable } from "../data-map/table-data.ts"
import { type DataSubject, findSubject } from "../people.ts"
import { countRowsOf, eraseRowsOf } from "../rows.store.ts"
import { removeErasedDocuments } from "./erased-documents.ts"
import { accountErasureBlockers, ownErasureBlockers } from "./erasure-blockers-text.ts"
import { findAddresses, findErasures, forgetMethods, insertErasure } from "./erasures.store.ts"

/** The person cannot be erased now. */
export class ErasureRefused extends Error {
  override name = "ErasureRefused"
  readonly erasureBlockers: readonly string[]

  constructor(erasureBlockers: readonly string[]) {
    super(
      `The person cannot be erased now:\n${erasureBlockers.map((line) => `  ${line}`).join("\n")}`,
    )
    this.erasureBlockers = erasureBlockers
  }
}

export interface ErasurePorts {
  /** A connection with the right to delete keys of the audit log. */
  database: Database
  clock: Clock
  audit: Audit
  auditLog: AuditLog
  policyAdmin: PolicyAdmin
  documentStore: DocumentStore
  /** Deletes unsent emails to these addresses. Returns how many. */
  forgetEmails: (tx: Queries, addresses: readonly string[]) => Promise<number>
}

/** The effect of an erasure on one table. */
export interface TableEffect {
  table: PersonTable
  rows: number
}

/** Plans an erasure without changing anything. */
export async function planErasure(
  { database, auditLog, policyAdmin }: ErasurePorts,
  client: string,
  account: string,
): Promise<{
  subject: DataSubject
  effects: TableEffect[]
  erasureBlockers: string[]
  /** When the person was erased, if an erasure is in force. */
  erasedAt: Date | undefined
}> {
  const subject = await findSubject(database, auditLog, client, account)
  const effects: TableEffect[] = []
  for (const table of personTables) {
    const rows = await countRowsOf(database, table, subject)
    if (rows > 0) effects.push({ table, rows })
  }
  const erasureBlockers = [
    ...(await ownErasureBlockers(database, subject)),
    ...(await accountErasureBlockers(policyAdmin, subject)),
  ]
  const names = new Set(auditLog.accountNamesOf(client, account))
  const erasure = (await findErasures(database)).find(
    (one) => one.client === client && names.has(one.person),
  )
  return { subject, effects, erasureBlockers, erasedAt: erasure?.erasedAt }
}

export interface Erased {
  methods: number
  emails: number
  documents: number
  /** The number of documents that the store could not delete yet. A job tries again. */
  documentsLeft: number
}

/**
 * Erases a person: the data that docs/privacy.md lists as deleted or emptied and the person's audit
 * log keys, in one transaction; then the documents. The gateway deletes the payment methods as soon
 * as it responds. Repeating the call changes nothing more.
 *
 * Errors: `ErasureRefused`, `AccountSystemAway`.
 */
export async function erasePerson(
  deps: ErasurePorts,
  client: string,
  accountNumber: string,
): Promise<Erased> {
  const { database, clock, audit, auditLog, policyAdmin, documentStore, forgetEmails } = deps
  const before = await findSubject(database, auditLog, client, accountNumber)
  const erasureBlockers = await accountErasureBlockers(policyAdmin, before)
  if (erasureBlockers.length > 0) throw new ErasureRefused(erasureBlockers)
  const documents = await documentsOf(policyAdmin, before)
  const address = (await policyAdmin.person(client, before.account))?.emailAddress
  const counts = await database.transaction(async (tx) => {
    const subject = await findSubject(tx, auditLog, client, before.account)
    await lockProducts(tx, client, subject.policies)
    const found = await ownErasureBlockers(tx, subject)
    if (found.length > 0) throw new ErasureRefused(found)
    const addresses = [...(await findAddresses(tx, client, subject.account)), address ?? ""]
    const now = clock.now()
    const emails = await forgetEmails(
      tx,
      addresses.filter((one) => one !== ""),
    )
    const methods = await forgetMethods(tx, client, subject.account, now)
    for (const table of personTables) await eraseRowsOf(tx, table, subject)
    const person = nameOf(auditLog, client, subject.account)
    await insertErasure(tx, { client, person, erasedAt: now }, documents)
    await audit.record(tx, {
      client,
      action: "person.erase",
      actor: { kind: "operator" },
      accountNumber: null,
      subjectUserid: null,
      ip: null,
      after: { people: subject.names.join(" ") },
    })
    return { emails, methods }
  })
  const only = { client, person: nameOf(auditLog, client, before.account) }
  const documentsLeft = await removeErasedDocuments({ database, documentStore }, only)
  return { ...counts, documents: documents.length, documentsLeft }
}

/** The keys of the person's documents that the account system lists. */
async function documentsOf(
  policyAdmin: PolicyAdmin,
  { client, account }: DataSubject,
): Promise<DocumentKey[]> {
  const found = await policyAdmin.account(client, account)
  const keys: DocumentKey[] = []
  for (const { policyNumber } of found?.products ?? []) {
    const detail = await policyAdmin.policy(client, account, policyNumber)
    for (const listed of [...(detail?.documents ?? []), ...(detail?.correspondences ?? [])]) {
      const { documentId, documentSource, documentCategory } = listed
      const owner = { client, accountNumber: account }
      keys.push({ ...owner, documentId, documentSource, documentCategory })
    }
  }
  return keys
}

/** The account's pseudonym with the current audit key, which identifies the stored erasure. */
function nameOf(auditLog: AuditLog, client: string, accountNumber: string): string {
  const [name = ""] = auditLog.accountNamesOf(client, accountNumber)
  return name
}
