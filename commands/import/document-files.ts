import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Queries } from "#database/sql.ts"
import { systemReason } from "#platform/system-error.ts"
import {
  type DocumentKey,
  type DocumentStore,
  DocumentStoreAway,
} from "#ports/document-store/port.ts"
import { findKnownProducts } from "#ports/policy-admin/embedded/refresh/products.store.ts"
import { UsageError } from "#server/config/command-line.ts"
import { lookAt, sameName } from "#services/brands/loading/document-files.ts"
import type { Items } from "./items.ts"

/** The file of a document, by its name. */
export interface NamedFile extends Omit<DocumentKey, "client" | "accountNumber"> {
  policyNumber: string
  name: string
}

/** The folder of the document files, and the store that they go to. */
export interface DocumentFiles {
  store: DocumentStore
  folder: string
}

/** The problem with the file of a document; undefined if there is none. */
export async function fileProblem(
  files: DocumentFiles | undefined,
  name: string,
): Promise<string | undefined> {
  if (!files) return "documentFile needs the folder of the files: --files"
  if (basename(name) !== name || /[/\\]|^\./.test(name)) {
    return "documentFile must be the name of a file without a folder"
  }
  const found = (await namesIn(files)).get(sameName(name))
  if (found === undefined) return `documentFile ${name} is not in the folder of the files`
  if (found === null) return `documentFile ${name} is the name of several files`
  const { problem } = await lookAt(files.folder, found, name)
  return problem && `documentFile ${name} ${problem}`
}

/** File names by their readable form; null if several look the same. */
type Names = Map<string, string | null>
const listed = new WeakMap<DocumentFiles, Promise<Names>>()

/** The files of the folder by their readable names. Errors: `UsageError` if it cannot be read. */
function namesIn(files: DocumentFiles): Promise<Names> {
  return listed.getOrInsertComputed(files, () => listNames(files))
}

async function listNames({ folder }: DocumentFiles): Promise<Names> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause) => {
    throw new UsageError(`${folder} cannot be read: ${systemReason(cause)}.`, { cause })
  })
  const names: Names = new Map()
  for (const entry of entries) {
    const name = sameName(entry.name)
    if (!entry.isDirectory()) names.set(name, names.has(name) ? null : entry.name)
  }
  return names
}

/** Errors: `DocumentStoreAway`. */
export async function needStore({ store }: DocumentFiles): Promise<void> {
  if (!(await store.available())) throw new DocumentStoreAway("The document store is away.")
}

/** Stores the files of these documents that differ from the store; returns how many. */
export async function storeDocumentFiles(
  queries: Queries,
  client: string,
  { files, products }: Items,
  from: DocumentFiles,
): Promise<number> {
  const { store, folder } = from
  const numbers = files.map(({ policyNumber }) => policyNumber)
  const known = await findKnownProducts(queries, client, numbers)
  const accounts = new Map([...known].map(([number, one]) => [number, one.accountNumber]))
  for (const { policy, accountNumber } of products) accounts.set(policy.policyNumber, accountNumber)
  let stored = 0
  for (const { policyNumber, name, ...document } of files) {
    const key = { client, accountNumber: accounts.get(policyNumber) ?? "", ...document }
    const body = await readFile(join(folder, (await namesIn(from)).get(sameName(name)) ?? name))
    const before = await store.read(key)
    if (before?.equals(body)) continue
    await store.write(key, body)
    stored += 1
  }
  return stored
}

/**
 * Writes the file of a document to a folder; returns its name, or undefined if the store does not
 * have it.
 */
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
