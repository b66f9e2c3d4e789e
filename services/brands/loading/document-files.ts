import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { problemAt } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { type DocumentKey, mostDocumentBytes } from "#ports/document-store/port.ts"

/**
 * A file in a client's documents/ folder. Its body is read later, because there may be thousands of
 * files.
 */
export interface DocumentFile {
  file: string
  name: string
  /** Its path in the file system. */
  path: string
  /** Why the file is not a document; undefined if it is one. */
  problem: string | undefined
}

/** A document listed in people.json, with its file name. */
export interface NamedDocument {
  key: Omit<DocumentKey, "client">
  name: string
  /** Its place in people.json. */
  at: (string | number)[]
}

/** A document with the path of its file. */
export interface LoadedDocument {
  key: DocumentKey
  path: string
}

/** Errors: those of the file system. */
export async function lookAt(root: string, file: string, name: string): Promise<DocumentFile> {
  const path = join(root, file)
  await using handle = await open(path)
  const { size } = await handle.stat()
  const isLarge = size > mostDocumentBytes
  const problem = isLarge
    ? `is larger than ${mostDocumentBytes} bytes`
    : await pdfProblem(handle, size)
  return { file, name, path, problem }
}

/**
 * How many bytes at the beginning and at the end a viewer searches. Source: PDF Reference 1.7,
 * appendix H, notes 13 and 18.
 */
const viewed = 1_024
/**
 * How much filling can follow the end. Some programs pad the last block of a file with zeros or
 * blanks.
 */
const mostFilling = 1 << 16

/**
 * Why this is not a PDF that a viewer can open. Some programs write a mark or blanks before the
 * PDF, and padding after it.
 */
async function pdfProblem(handle: FileHandle, size: number): Promise<string | undefined> {
  const head = await textAt(handle, 0, viewed)
  const start = head.indexOf("%PDF-")
  if (start === -1) return "is not a PDF"
  const tail = await textAt(handle, Math.max(0, size - mostFilling), mostFilling)
  const end = tail.replace(/[\0\s]+$/, "").slice(-viewed)
  const table = [...end.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1)
  // A PDF optimized for the web also has an end mark near its beginning, and contains its length.
  const stated = /\/Linearized[^>]*\/L\s+(\d+)/.exec(head)?.[1]
  const isWhole = table && start + Number(table[1]) < size && start + Number(stated ?? 0) <= size
  return isWhole ? undefined : "is cut off or damaged: its end is missing"
}

async function textAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), { position })
  return buffer.toString("latin1", 0, bytesRead)
}

/**
 * A file name for comparisons: file systems and programs encode letters such as "ü" in two ways.
 */
export function sameName(name: string): string {
  return name.normalize("NFC")
}

/**
 * The documents of one client with their files. A document without a file, or a file without a
 * document, is a problem.
 */
export function joinDocuments(
  client: string,
  people: TextFile | undefined,
  named: readonly NamedDocument[],
  files: readonly DocumentFile[],
  problems: Problem[],
): LoadedDocument[] {
  const used = new Set(named.map(({ name }) => sameName(name)))
  const byName = new Map(files.map((one) => [sameName(one.name), one]))
  for (const { file, name, problem } of files) {
    const refuse = (reason: string) => problems.push({ file, line: 1, reason })
    if (problem !== undefined) refuse(problem)
    const other = byName.get(sameName(name))
    if (other && other.name !== name) refuse(`has the same name as ${other.file}`)
    if (!used.has(sameName(name))) refuse("is named by no document in people.json")
  }
  return named.flatMap(({ key, name, at }) => {
    const found = byName.get(sameName(name))
    if (!found && people) problems.push(problemAt(people, at, "is not in documents/"))
    return found ? [{ key: { client, ...key }, path: found.path }] : []
  })
}
