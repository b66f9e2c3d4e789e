import { type FileHandle, mkdir, open, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Database } from "#database/open.ts"
import { csvRow } from "#platform/text/csv.ts"
import {
  findAccountsAfter,
  findPersons,
} from "#ports/policy-admin/embedded/refresh/persons.store.ts"
import {
  findProductsOf,
  findStoredProducts,
} from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { type DocumentFiles, exportFile, needStore } from "./document-files.ts"
import { findLongestLists, findMethodsOf, findUsersOf } from "./export.store.ts"
import {
  billRecords,
  documentRecords,
  methodRecord,
  productRecord,
  userRecords,
} from "./exported.ts"
import { fieldsOf } from "./fields.ts"
import { valueAt } from "./files/csv-record.ts"
import type { ImportPorts } from "./import-files.ts"
import { fileNames, type RecordKind, recordKinds } from "./record-rules.ts"

export type ExportFormat = "ndjson" | "csv"

const pageSize = 500

/**
 * Writes the people of a client to new files in `folder`, page by page, in the formats of an
 * import. Returns the number of records of each kind. Deletes the files if it fails.
 *
 * Errors: those of the file system, also if a file already exists; those of the database and of
 * `tick`.
 */
export async function exportFiles(
  needs: ImportPorts,
  client: string,
  folder: string,
  format: ExportFormat,
  tick: (people: number) => void,
): Promise<Record<RecordKind, number>> {
  const { database, files: documentFiles } = needs
  if (documentFiles) await needStore(documentFiles)
  await mkdir(folder, { recursive: true })
  const written = { person: 0, "payment-method": 0, product: 0, bill: 0, document: 0, user: 0 }
  const headers = format === "csv" ? await headersOf(database, client) : undefined
  const files = new Map<RecordKind, FileHandle>()
  try {
    for (const kind of recordKinds) {
      const file = await open(join(folder, `${fileNames[kind]}.${format}`), "wx", 0o600)
      files.set(kind, file)
      if (headers) await file.write(csvRow(headers[kind]))
    }
    let after = ""
    for (;;) {
      const accounts = await findAccountsAfter(database, client, after, pageSize)
      const last = accounts.at(-1)
      if (last === undefined) return written
      after = last
      for (const [kind, records] of await pageOf(needs, client, accounts)) {
        const lines = records.map((record) =>
          headers
            ? csvRow(headers[kind].map((header) => valueAt(record, header)))
            : `${JSON.stringify(record)}\n`,
        )
        await files.get(kind)?.write(lines.join(""))
        written[kind] += records.length
      }
      tick(written.person)
    }
  } catch (error) {
    for (const kind of files.keys()) await rm(join(folder, `${fileNames[kind]}.${format}`))
    throw error
  } finally {
    for (const file of files.values()) await file.close()
  }
}

async function pageOf(
  { database, passwords, files }: ImportPorts,
  client: string,
  accounts: string[],
): Promise<[RecordKind, object[]][]> {
  const places = await findProductsOf(database, client, accounts)
  const numbers = places.map(({ policyNumber }) => policyNumber)
  const stored = await findStoredProducts(database, client, numbers)
  const users = await findUsersOf(database, client, accounts)
  const documents: object[] = []
  const products = numbers.flatMap((number) => stored.get(number) ?? [])
  for (const one of products) {
    for (const record of documentRecords(one)) {
      documents.push(await withFile(files, client, one.product.accountNumber, record))
    }
  }
  return [
    ["person", await findPersons(database, client, accounts)],
    ["payment-method", (await findMethodsOf(database, client, accounts)).map(methodRecord)],
    ["product", products.map(productRecord)],
    ["bill", products.flatMap(billRecords)],
    ["document", documents],
    ["user", users.flatMap((user) => userRecords(passwords, user))],
  ]
}

/** The record with the name of its file, if the document store has the file. */
async function withFile(
  files: DocumentFiles | undefined,
  client: string,
  accountNumber: string,
  record: ReturnType<typeof documentRecords>[number],
): Promise<object> {
  const { documentId, documentSource, documentCategory } = record
  const key = { client, accountNumber, documentId, documentSource, documentCategory }
  const documentFile = files && (await exportFile(files, key))
  return { ...record, ...(documentFile !== undefined && { documentFile }) }
}

/** The headers of each file. A list has as many columns as its longest one needs. */
async function headersOf(
  database: Database,
  client: string,
): Promise<Record<RecordKind, string[]>> {
  const lengths = await findLongestLists(database, client)
  const namesOf = (kind: RecordKind) => {
    const names = fieldsOf(kind).map(({ name }) => name)
    return names.flatMap((name) => {
      const list = Object.entries(lengths).find(([field]) => name.includes(`${field}.1.`))
      if (!list) return [name]
      const [field, length] = list
      return Array.from({ length }, (_, at) => name.replace(`${field}.1.`, `${field}.${at + 1}.`))
    })
  }
  return {
    person: namesOf("person"),
    "payment-method": namesOf("payment-method"),
    product: namesOf("product"),
    bill: namesOf("bill"),
    document: namesOf("document"),
    user: namesOf("user"),
  }
}
