import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/**
 * Takes the folder for this process; PGlite would corrupt a folder that two processes open.
 *
 * The lock is one of the kernel on a file in the folder, held through SQLite. The kernel drops it
 * with the process, however that ends, and it counts in every container that shares the folder:
 * process ids, which repeat from container to container, play no part in it.
 *
 * Errors: an `Error` that names the other process. Returns how to give the lock back.
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
  // For messages alone: what it says never decides who holds the folder.
  writeFileSync(owner, `process ${process.pid} on ${hostname()}`)
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

/** A lock that nothing refers to would be closed when memory is tidied. */
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
