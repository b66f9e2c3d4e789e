import { constants } from "node:fs"
import { copyFile, mkdir, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { DocumentStoreConfig } from "#server/config/adapter-config.ts"

/** The folder of the documents in a backup. */
export const documentsFolder = "documents"
/** `npm run my-account -- check` stores a file under this name, which no client has. */
export const probeClient = "deployment-check"
/** The path of a document's file, in the format of ports/document-store. */
const documentName = /^[\w-]+\/[0-9a-f]{2}\/[0-9a-f]{64}\.pdf$/

/**
 * Copies the documents of a folder into a backup, and returns their paths in it. Documents in a bucket
 * stay there.
 */
export async function backUpDocuments(
  store: DocumentStoreConfig,
  backup: string,
): Promise<{ documents: string; paths: string[] }> {
  if (!("folder" in store)) {
    return { documents: `the bucket ${store.bucket}, under "${store.prefix}"`, paths: [] }
  }
  const names = await listDocuments(store.folder)
  for (const name of names)
    await copy(join(store.folder, name), join(backup, documentsFolder, name))
  return { documents: "files", paths: names.map((name) => `${documentsFolder}/${name}`) }
}

/**
 * Copies the documents of a backup into the store. Documents that it already has stay, because they
 * are newer.
 */
export async function restoreDocuments(
  backup: string,
  paths: readonly string[],
  store: DocumentStoreConfig,
): Promise<{ restored: number; kept: number }> {
  const counts = { restored: 0, kept: 0 }
  if (!("folder" in store)) return counts
  for (const path of paths) {
    const name = path.slice(documentsFolder.length + 1)
    const isNew = await copy(join(backup, path), join(store.folder, name))
    counts[isNew ? "restored" : "kept"] += 1
  }
  return counts
}

async function listDocuments(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
    .filter((name) => documentName.test(name) && !name.startsWith(`${probeClient}/`))
    .sort()
}

/** Copies a file. False if the target already exists. */
async function copy(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  return await copyFile(from, to, constants.COPYFILE_EXCL).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false
      throw error
    },
  )
}
