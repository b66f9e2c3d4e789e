import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { access, mkdir, open, realpath, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { systemReason } from "#platform/system-error.ts"
import { placeOf } from "./place.ts"
import {
  type DocumentStore,
  DocumentStoreAway,
  DocumentTooLarge,
  mostDocumentBytes,
} from "./port.ts"

/** Stores documents as files in one folder, which is created with the first one. */
export function createDiskDocumentStore(folder: string): DocumentStore {
  const root = resolve(folder)

  return {
    async available() {
      const made = mkdir(root, { recursive: true, mode: 0o700 })
      return await made
        .then(() => access(root, constants.R_OK | constants.W_OK))
        .then(
          () => true,
          () => false,
        )
    },

    async read(key) {
      // This call stands outside the part that treats a missing file as an answer, because a
      // missing folder is an error.
      const home = await realpath(root).catch(away)
      return await readFrom(home, placeOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ELOOP") return undefined
        return error instanceof DocumentTooLarge ? Promise.reject(error) : away(error)
      })
    },

    async write(key, body) {
      if (body.length > mostDocumentBytes) throw new DocumentTooLarge(`${body.length} bytes`)
      await writeTo(join(root, placeOf(key)), body).catch(away)
    },

    async remove(key) {
      const home = await realpath(root).catch(away)
      await rm(join(home, placeOf(key)), { force: true }).catch(away)
    },
  }
}

async function readFrom(home: string, place: string): Promise<Buffer | undefined> {
  const path = join(home, place)
  // A link on the way would lead out of the folder, and reading a pipe would never end.
  if ((await realpath(path)) !== path) return undefined
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile()) return undefined
    if (found.size > mostDocumentBytes) throw new DocumentTooLarge(`${found.size} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function writeTo(path: string, body: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomUUID()}`
  try {
    await writeFile(unfinished, body, { mode: 0o600, flush: true })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function away(cause: unknown): never {
  // The message of the cause contains the key of a document.
  const reason = systemReason(cause)
  const why = reason === undefined ? "" : ` (${(cause as NodeJS.ErrnoException).code}: ${reason})`
  throw new DocumentStoreAway(`The folder of documents cannot be used${why}.`, { cause })
}
