import { readFile } from "node:fs/promises"
import { acceptedFindings } from "#commands/readiness/accepted-findings.ts"
import type { Database, Transaction } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { LoadRefused, type Problem } from "#platform/files/problems.ts"
import { lineAt } from "#platform/files/text-file.ts"
import { counted } from "#platform/text/words.ts"
import type { DocumentStore } from "#ports/document-store/port.ts"
import type { Refresh } from "#ports/policy-admin/embedded/refresh/records.ts"
import type { Audit } from "#services/audit/audit.ts"
import {
  type BrandChange,
  findSites,
  waitForOtherLoad,
} from "#services/brands/loading/clients.load.store.ts"
import type { LoadedDocument } from "#services/brands/loading/document-files.ts"
import { readFolder } from "#services/brands/loading/folder.ts"
import type { Finding, FindingKind } from "#services/brands/readiness/finding.ts"
import {
  type BrandChanges,
  publishContents,
  recordReleases,
} from "#services/brands/releases/publish.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { addUsers, replaceStaff } from "#services/identity/credentials/users.load.store.ts"
import {
  addMethods,
  findSharedReferences,
  sharedReferenceText,
} from "#services/payments/methods/payment-methods.load.store.ts"
import type { IsErased } from "#services/privacy/erasure/erased-people.ts"
import { accountWords, recordAccount } from "#services/staff/accounts/staff-accounts.ts"
import { crossCheck } from "./cross-checks.ts"
import { beginLoads, loadPeopleOf } from "./load-people.ts"
import { newSignIns, newStaffHashes } from "./new-sign-ins.ts"
import { type ParsedClient, type ParsedFolder, parseFolder } from "./parse-folder.ts"
import { versionsOf } from "./versions.ts"
import { withoutErased } from "./without-erased.ts"

type Kind = keyof BrandChanges | "people" | "documents" | "payment methods" | "users" | "agents"

export interface LoadReport {
  clients: string[]
  /** The number of written (new or changed) and removed entries of each kind. */
  changes: Record<Kind, BrandChange>
  /** Parts of managed HTML that were removed, for its authors. */
  notices: string[]
  /** Warnings, and errors that the operator accepted. */
  findings: Finding[]
}

export interface LoadOptions {
  clock: Clock
  audit: Audit
  passwords: Passwords
  documentStore?: DocumentStore
  /** The name of the person who loads the folder, for the list of releases. */
  by?: string
  /** How the people are loaded. */
  refresh?: Refresh
  /** The number of people and products to remove because people.json lacks them; absent: none. */
  removeMissing?: number
  /** The number of products that move to another person; absent: none may. */
  moveProducts?: number
  /** Kinds of findings that the operator accepts. If absent, the readiness is not checked. */
  allowed?: readonly FindingKind[]
  /** Whether a person was erased; if absent, no one was. */
  isErased?: IsErased
  /**
   * Whether another account system has the people; their users, methods and documents are loaded.
   */
  leavesPeopleOut?: boolean
  /** Called with one line when each phase begins. */
  progress?: (line: string) => void
}

/**
 * Loads a folder in the format of demo/README.md: all of it in one transaction, or nothing. Loading
 * the same folder again changes nothing. Changes of staff accounts are audited. People and products
 * that a people.json lacks stay, unless `removeMissing` is their number.
 *
 * Documents are written first, because customers can open a document once the account system lists
 * it. A folder without documents needs no `documentStore`.
 *
 * Errors: `LoadRefused` with every problem of the folder; `NotReady` with the problems that
 * customers would notice and the operator does not accept; errors of the file system if the folder
 * cannot be read, and errors of the database.
 */
export async function loadFolder(
  database: Database,
  path: string,
  {
    clock,
    audit,
    passwords,
    documentStore,
    by = "operator",
    refresh = {},
    removeMissing,
    moveProducts,
    allowed,
    isErased = () => false,
    leavesPeopleOut = false,
    progress = () => {},
  }: LoadOptions,
): Promise<LoadReport> {
  const problems: Problem[] = []
  progress("Reading and checking the folder …")
  const files = await readFolder(path, problems)
  const parsed = parseFolder(files, clock.now(), problems)
  const { clients, notices: leftOutNotices } = withoutErased(parsed.clients, isErased)
  const folder = { ...parsed, clients }
  problems.push(...crossCheck(folder.clients, await findSites(database)))
  if (problems.length > 0) throw new LoadRefused(problems)
  const findings = allowed
    ? await acceptedFindings(database, files, folder, { clock, allowed })
    : []
  // Hashing takes seconds, so it happens before the transaction.
  progress("Hashing the passwords that are new …")
  const users = await newSignIns(database, passwords, folder.clients, problems)
  const agents = folder.agents ?? []
  const hashes = await newStaffHashes(database, passwords, agents, files.agents, problems)
  if (problems.length > 0) throw new LoadRefused(problems)
  progress("Storing documents …")
  const documents = await eachOf(folder.clients, (client) =>
    writeDocuments(documentStore, client.documents),
  )
  progress(`Writing ${counted(folder.clients.length, "client")} …`)
  const { peopleNotices, ...changes } = await database.transaction(async (tx) => {
    await waitForOtherLoad(tx)
    const now = clock.now()
    const act = { by, at: now, what: "load" }
    const { changes: brands, published } = await publishContents(tx, versionsOf(folder), act)
    const end = await beginLoads(tx, folder.clients, refresh, leavesPeopleOut)
    const people = leavesPeopleOut
      ? leftOut(folder)
      : await loadPeopleOf(tx, folder.clients, refresh, {
          now,
          removed: removeMissing,
          moved: moveProducts,
        })
    const methods = await eachOf(folder.clients, async (parsed) => {
      const { brand, paymentMethods } = parsed
      await refuseSharedReferences(tx, parsed)
      return { written: await addMethods(tx, brand.client, paymentMethods, now), removed: 0 }
    })
    const added = await addUsers(tx, users, now)
    const agents = await writeStaff(tx, audit, folder.agents, hashes, now)
    await end()
    await recordReleases(audit, tx, "release.publish", published, act)
    return {
      ...brands,
      people: people.change,
      peopleNotices: people.notices,
      documents,
      "payment methods": methods,
      users: { written: added, removed: 0 },
      agents,
    }
  })
  return {
    clients: folder.clients.map(({ brand }) => brand.client),
    changes,
    notices: [...folder.notices, ...leftOutNotices, ...peopleNotices],
    findings,
  }
}

function leftOut({ clients }: ParsedFolder): { change: BrandChange; notices: string[] } {
  const isNews = clients.some(({ people }) => people !== undefined)
  return { change: noChange, notices: isNews ? [peopleLeftOut] : [] }
}

const peopleLeftOut =
  "The people and their products were left out: they are in the account system of POLICY_ADMIN_URL."

/**
 * Errors: `LoadRefused` with each new payment method whose reference another person of the
 * installation has.
 */
async function refuseSharedReferences(
  tx: Transaction,
  { folder, brand: { client }, paymentMethods }: ParsedClient,
): Promise<void> {
  const shared = await findSharedReferences(tx, client, paymentMethods)
  const { people } = folder
  if (shared.length === 0 || !people) return
  const problems = shared.map(({ recordId, owner }) => {
    const reason = `paymentRecordId "${recordId}": gatewayReference ${sharedReferenceText(client, owner)}`
    return {
      file: people.file,
      line: lineAt(people, people.text.indexOf(JSON.stringify(recordId))),
      reason,
    }
  })
  throw new LoadRefused(problems)
}

async function writeStaff(
  tx: Transaction,
  audit: Audit,
  agents: ParsedFolder["agents"],
  hashes: Awaited<ReturnType<typeof newStaffHashes>>,
  now: Date,
): Promise<BrandChange> {
  if (!agents) return noChange
  const replaced = await replaceStaff(tx, agents, hashes, now)
  for (const [action, userids] of [
    ["staff.account.add", replaced.added],
    ["staff.account.change", replaced.changed],
    ["staff.account.remove", replaced.removed],
  ] as const) {
    for (const userid of userids) {
      const agent = agents.find((one) => one.userid === userid)
      const after = agent ? accountWords(agent) : {}
      await recordAccount(audit, tx, { action, userid, after })
    }
  }
  const { added, changed, removed } = replaced
  return { written: added.length + changed.length, removed: removed.length }
}

async function writeDocuments(
  store: DocumentStore | undefined,
  documents: readonly LoadedDocument[],
): Promise<BrandChange> {
  if (documents.length === 0) return noChange
  if (!(await store?.available())) throw new Error("The document store does not answer.")
  let written = 0
  for (const { key, path } of documents) {
    const body = await readFile(path)
    if ((await store?.read(key))?.equals(body)) continue
    await store?.write(key, body)
    written += 1
  }
  return { written, removed: 0 }
}

const noChange: BrandChange = { written: 0, removed: 0 }

/** Works on one entry at a time, because all share one connection. */
async function eachOf<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<BrandChange>,
): Promise<BrandChange> {
  const changes: BrandChange[] = []
  for (const entry of entries) changes.push(await work(entry))
  return sum(changes)
}

function sum(changes: readonly BrandChange[]): BrandChange {
  return {
    written: changes.reduce((total, { written }) => total + written, 0),
    removed: changes.reduce((total, { removed }) => total + removed, 0),
  }
}
