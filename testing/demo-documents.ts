import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Clock } from "#platform/clock.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { writeDemoDocuments } from "#tools/demo-documents/write.ts"
import { digestOf } from "#tools/digest.ts"
import { demoFolder } from "./demo-people.ts"
import { withTwinFolder } from "./twin-client.ts"

const root = join(import.meta.dirname, "..")
const cache = join(root, "node_modules/.cache/test-documents")
const keepMs = 24 * 60 * 60 * 1000
/** The demo's data and all the code that draws it. */
const sources = [
  "demo",
  "tools/load",
  "tools/demo-documents",
  "services/products/documents",
  "services/brands/loading",
  "platform",
  "ports/document-store",
  "testing/twin-client.ts",
]

/**
 * A folder with the documents of the demo and of the twin as they are on the clock's date. Drawn once, by the first
 * who asks; a test that changes something in it does so in a copy.
 */
export async function demoDocumentsFolder(clock: Clock): Promise<string> {
  const digest = digestOf(sources.map((path) => join(root, path)))
  const folder = join(cache, `${digest}-${clock.today()}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  await removeOld()
  const partial = await mkdtemp(join(cache, "partial-"))
  const store = createDiskDocumentStore(partial)
  await writeDemoDocuments(store, demoFolder, clock)
  await withTwinFolder((twinFolder) => writeDemoDocuments(store, twinFolder, clock))
  // Whoever was faster has the same in it.
  await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  return folder
}

/** Each change of the demo leaves a folder that nobody asks for again. */
async function removeOld() {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > keepMs) await rm(folder, { recursive: true, force: true })
  }
}
