import { open } from "node:fs/promises"
import { join } from "node:path"
import { problemAt } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { type DocumentKey, mostDocumentBytes } from "#ports/document-store/port.ts"

/** A file in a client's documents/. Its body is read later, because there may be thousands. */
export interface DocumentFile {
  file: string
  name: string
  /** Its path in the file system. */
  path: string
  size: number
  /** Its first bytes. */
  head: string
}

/** A document that people.json names, with the name of its file. */
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

const pdfSignature = "%PDF-"

export async function lookAt(root: string, file: string, name: string): Promise<DocumentFile> {
  const path = join(root, file)
  await using handle = await open(path)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(pdfSignature.length))
  return { file, name, path, size, head: buffer.toString("latin1", 0, bytesRead) }
}

/** The documents of one client with their files. A document or file without its match is a problem. */
export function joinDocuments(
  client: string,
  people: TextFile | undefined,
  named: readonly NamedDocument[],
  files: readonly DocumentFile[],
  problems: Problem[],
): LoadedDocument[] {
  const used = new Set(named.map(({ name }) => name))
  for (const { file, name, size, head } of files) {
    const refuse = (reason: string) => problems.push({ file, line: 1, reason })
    if (head !== pdfSignature) refuse("is not a PDF")
    if (size > mostDocumentBytes) refuse(`is larger than ${mostDocumentBytes} bytes`)
    if (!used.has(name)) refuse("is named by no document in people.json")
  }
  return named.flatMap(({ key, name, at }) => {
    const found = files.find((file) => file.name === name)
    if (!found && people) problems.push(problemAt(people, at, "is not in documents/"))
    return found ? [{ key: { client, ...key }, path: found.path }] : []
  })
}
