import { existsSync } from "node:fs"
import { mkdir, rm, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** Milliseconds. An older lock was left by a killed process. */
const longestMs = 60_000

/**
 * Calls `make`, which creates the file or folder `path`, unless it exists. When several processes
 * call this at the same time, one calls `make` and the others wait.
 */
export async function makeOnce(path: string, make: () => Promise<unknown>): Promise<void> {
  const lock = `${path}.lock`
  await mkdir(dirname(path), { recursive: true })
  while (!existsSync(path)) {
    if (await takes(lock)) {
      try {
        if (!existsSync(path)) await make()
      } finally {
        await rm(lock, { force: true })
      }
    } else await sleep(50)
  }
}

async function takes(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, "", { flag: "wx" })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  const found = await stat(lock).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > longestMs) await rm(lock, { force: true })
  return false
}
