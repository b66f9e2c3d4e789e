import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { PGlite } from "@electric-sql/pglite"
import { type Database, openDatabase } from "#database/open.ts"
import type { Filling } from "./database.ts"
import { makeOnce } from "./make-once.ts"

const cache = new URL("../node_modules/.cache/test-databases/", import.meta.url)
const keepMs = 24 * 60 * 60 * 1000

/**
 * Opens PGlite with this filling, in memory or in a new folder. Creating a database takes seconds
 * and loading a snapshot a fraction of a second, so the first caller saves a snapshot for all later
 * ones.
 */
export async function openPgliteCopy(filling: Filling, dataDir = "memory://"): Promise<Database> {
  const file = new URL(`${filling.key}.tar`, cache)
  await makeOnce(fileURLToPath(file), () => saveSnapshot(file, filling))
  const snapshot = await readFile(file)
  const engine = await PGlite.create({ dataDir, loadDataDir: new Blob([snapshot]) })
  return await openDatabase({ engine })
}

async function saveSnapshot(file: URL, filling: Filling): Promise<void> {
  const engine = await PGlite.create("memory://")
  const database = await openDatabase({ engine })
  try {
    await filling.fill(database)
    const dump = await engine.dumpDataDir("none")
    await writeWhole(file, await dump.bytes())
  } finally {
    await database.close()
  }
}

/**
 * Renames the file only when it is complete, because other test processes may read it at any time.
 */
async function writeWhole(file: URL, bytes: Uint8Array) {
  const partial = new URL(`${file.href}.${process.pid}`)
  await writeFile(partial, bytes)
  await rename(partial, file)
  await removeOld()
}

/** Removes snapshots of older versions of the migrations or the demo. */
async function removeOld() {
  for (const name of await readdir(cache)) {
    const file = new URL(name, cache)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > keepMs) await rm(file, { force: true })
  }
}
