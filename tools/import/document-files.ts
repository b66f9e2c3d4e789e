import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Queries } from "#database/sql.ts"
import {
  type DocumentKey,
  type DocumentStore,
  DocumentStoreAway,
  mostDocumentBytes,
} from "#ports/document-store/port.ts"
import { findKnownProducts } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { lookAt } from "#services/brands/loading/document-files.ts"
import type { Items } from "./items.ts"

/** The file of a document, by its name. */
export interface NamedFile extends Omit<DocumentKey, "client" | "accountNumber"> {
  policyNumber: string
  name: string
}

/** Where the files of documents are, and where they go. */
export interface DocumentFiles {
  store: DocumentStore
  folder: string
}

const signature = "%PDF-"

/** The problem with the file of a document, if there is one. */
export async function fileProblem(
  files: DocumentFiles | undefined,
  name: string,
): Promise<string | undefined> {
  if (!files) return "documentFile needs the folder of the files: --files"
  if (basename(name) !== name || /[/\\]|^\./.test(name)) {
    return "documentFile must be the name of a file without a folder"
  }
  try {
    const { head, size } = await lookAt(files.folder, name, name)
    if (head !== signature) return `documentFile ${name} is not a PDF`
    if (size > mostDocumentBytes) {
      return `documentFile ${name} is larger than ${mostDocumentBytes} bytes`
    }
    return undefined
  } catch (error) {
    if (!["ENOENT", "EISDIR"].includes((error as { code?: string }).code ?? "")) throw error
    return `documentFile ${name} is not in the folder of the files`
  }
}

/** Errors: `DocumentStoreAway`. */
export async function needStore({ store }: DocumentFiles): Promise<void> {
  if (!(await store.available())) throw new DocumentStoreAway("The document store is away.")
}

/** Stores the files of these documents that differ from what the store has; returns how many. */
export async function storeFiles(
  queries: Queries,
  client: string,
  { files, products }: Items,
  { store, folder }: DocumentFiles,
): Promise<number> {
  const numbers = files.map(({ policyNumber }) => policyNumber)
  const known = await findKnownProducts(queries, client, numbers)
  const accounts = new Map([...known].map(([number, one]) => [number, one.accountNumber]))
  for (const { policy, accountNumber } of products) accounts.set(policy.policyNumber, accountNumber)
  let stored = 0
  for (const { policyNumber, name, ...document } of files) {
    const key = { client, accountNumber: accounts.get(policyNumber) ?? "", ...document }
    const body = await readFile(join(folder, name))
    const before = await store.read(key)
    if (before?.equals(body)) continue
    await store.write(key, body)
    stored += 1
  }
  return stored
}

/** Writes the file of a document to a folder; returns its name, or undefined if the store has none. */
export async function exportFile(
  { store, folder }: DocumentFiles,
  key: DocumentKey,
): Promise<string | undefined> {
  const body = await store.read(key)
  if (!body) return undefined
  const hash = createHash("sha256").update(JSON.stringify(Object.values(key)))
  const name = `${hash.digest("hex").slice(0, 32)}.pdf`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name), body, { flag: "wx", mode: 0o600 })
  return name
}
