import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/**
 * Locks the folder for this process; PGlite would corrupt a folder that two processes open.
 *
 * It is a kernel lock on a file in the folder, taken through SQLite. The kernel releases it when
 * the process ends in any way, and it works across containers that share the folder, where process
 * ids repeat.
 *
 * Errors: an `Error` that names the other process. Returns a function that releases the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, "lock.sqlite")
  const owner = join(folder, "lock.owner")
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec("begin exclusive")
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new Error(inUse(folder, ownerOf(owner)), { cause: error })
  }
  // Only for messages: its content never decides which process has the lock.
  writeFileSync(owner, `process ${process.pid} on ${hostname()}`)
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** Keeps a reference, because garbage collection would close an unreferenced lock. */
const held = new Set<DatabaseSync>()

/** SQLITE_BUSY: another connection holds the file. */
const busy = 5

function ownerOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return "another process"
  }
}

function inUse(folder: string, owner: string): string {
  return `The database in ${folder} is in use by ${owner}. Stop that one first, or set DATABASE_URL to a PostgreSQL that several processes can share.`
}
