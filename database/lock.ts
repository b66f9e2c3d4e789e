import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const tries = 5

/**
 * Takes the folder for this process; PGlite would corrupt a folder that two processes open.
 * A lock left by a process that is gone is taken over.
 *
 * Errors: an `Error` that names the other process. Returns how to give the lock back.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, "lock")
  const own = `${file}.${process.pid}`
  // Linked into place whole, so that nobody ever reads half a lock.
  writeFileSync(own, String(process.pid))
  try {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      if (linked(own, file)) return () => rmSync(file, { force: true })
      const owner = readFileSync(file, "utf8")
      if (isRunning(Number(owner))) throw new Error(inUse(folder, owner))
      removeStale(file, owner)
    }
    throw new Error(`The lock ${file} could not be taken.`)
  } finally {
    rmSync(own, { force: true })
  }
}

function linked(own: string, file: string): boolean {
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

/** Another process may have taken the folder over in between: then its lock is put back. */
function removeStale(file: string, owner: string): void {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return
    throw error
  }
  if (readFileSync(aside, "utf8") !== owner) linked(aside, file)
  rmSync(aside)
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function inUse(folder: string, owner: string): string {
  return `The database in ${folder} is in use by process ${owner}. Stop that one first, or set DATABASE_URL to a PostgreSQL that several processes can share.`
}
