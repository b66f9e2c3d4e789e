import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { counted } from "#platform/text/words.ts"
import type { Work, Workplace } from "#server/commands/operator-command.ts"
import {
  type ExportedDocument,
  exportPerson,
  type PersonExport,
} from "#services/privacy/export/person-export.ts"
import { type DataSubject, findAccountNumber, findSubject } from "#services/privacy/people.ts"
import { checkClient } from "../ledger/brands-of.ts"
import { type PersonPorts, withPersonPorts } from "./open-deps.ts"

/** Writes everything about a person to a new folder, which its owner alone can read. */
export function exportToFolder(client: string, key: string, to: string | undefined): Work {
  return async (place) => {
    await checkClient(place, client)
    return await withPersonPorts(place, async (deps) => {
      const { database, clock, auditLog, policyAdmin, audit, isElsewhere } = deps
      const account = await findAccountNumber(database, client, key)
      const subject = await findSubject(database, auditLog, client, account)
      const reads = {
        queries: database,
        auditLog,
        policyAdmin: isElsewhere ? policyAdmin : undefined,
        retention: place.config.retention,
      }
      const { data, documents } = await exportPerson(reads, subject, clock.now())
      if (isEmpty(data)) throw new Error(`${client} has no data of a person '${key}'.`)
      const folder = to === undefined ? await usualFolder(place, subject) : place.pathOf(to)
      await makeNew(folder, () => mkdir(folder, { mode: 0o700 }))
      try {
        await database.transaction((tx) =>
          audit.record(tx, {
            client,
            action: "person.export",
            actor: { kind: "operator" },
            accountNumber: subject.account,
            subjectUserid: null,
            ip: null,
            after: { by: place.user },
          }),
        )
        const files = await writeDocuments(deps, folder, documents)
        const text = `${JSON.stringify({ ...data, documents: files }, null, 2)}\n`
        await writeFile(join(folder, "person.json"), text, { flag: "wx", mode: 0o600 })
        place.out(`Exported to ${folder}: ${summaryOf(data, files.length)}.`)
        return 0
      } catch (error) {
        await rm(folder, { recursive: true })
        throw error
      }
    })
  }
}

function isEmpty({ tables, auditLog, accountSystem }: PersonExport): boolean {
  return Object.keys(tables).length + auditLog.length === 0 && accountSystem === null
}

function summaryOf({ tables, auditLog }: PersonExport, documents: number): string {
  const all = Object.values(tables)
  const rows = all.reduce((sum, table) => sum + table.rows.length, 0)
  return [
    `${counted(rows, "row")} of ${counted(all.length, "table")}`,
    counted(auditLog.length, "audit entry", "audit entries"),
    counted(documents, "document"),
  ].join(", ")
}

interface WrittenDocument {
  name: string
  documentId: string
  /** In the folder; null if the store does not have the document. */
  file: string | null
}

async function writeDocuments(
  { documentStore }: Pick<PersonPorts, "documentStore">,
  folder: string,
  documents: readonly ExportedDocument[],
): Promise<WrittenDocument[]> {
  if (documents.length > 0) await mkdir(join(folder, "documents"), { mode: 0o700 })
  const written: WrittenDocument[] = []
  for (const [index, { key, name }] of documents.entries()) {
    const body = await documentStore.read(key)
    const file = body ? join("documents", `${index + 1}.pdf`) : null
    if (body && file) await writeFile(join(folder, file), body, { flag: "wx", mode: 0o600 })
    written.push({ name, documentId: key.documentId, file })
  }
  return written
}

/** A folder for the person among the exports in DATA_DIR, which no release of the software holds. */
async function usualFolder(
  { config }: Workplace,
  { client, account }: DataSubject,
): Promise<string> {
  const exports = join(config.dataFolder, "exports")
  await mkdir(exports, { recursive: true, mode: 0o700 })
  return join(exports, `person-${client}-${fileName(account)}`)
}

/** Errors: an `Error` with one line for the operator, if `path` exists. */
export async function makeNew(path: string, make: () => Promise<unknown>): Promise<void> {
  try {
    await make()
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error
    throw new Error(`${path} exists already; name a new one with --to.`, { cause: error })
  }
}

/** An account number as part of a file's name. */
function fileName(account: string): string {
  return account.replaceAll(/[^A-Za-z0-9-]/g, "_").slice(0, 60)
}
