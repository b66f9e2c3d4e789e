import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Clock } from "#platform/clock.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { writeDemoDocuments } from "#tools/demo-documents/write.ts"
import { digestOnce } from "#tools/digest.ts"
import { demoFolder } from "./demo-people.ts"
import { makeOnce } from "./make-once.ts"
import { withSecondTenantFolder } from "./second-tenant/second-tenant.ts"

const root = join(import.meta.dirname, "..")
const cache = join(root, "node_modules/.cache/test-documents")
const keepMs = 24 * 60 * 60 * 1000
/** The demo's data and the code that draws the documents. */
const sources = [
  "demo",
  "commands/load",
  "tools/demo-documents",
  "services/products/documents",
  "services/brands/loading",
  "platform",
  "ports/document-store",
  "testing/second-tenant/second-tenant.ts",
]

/**
 * A folder with the documents of the demo and the second tenant as of the clock's hour. The first
 * caller renders them. A test that changes files works on a copy.
 */
export async function demoDocumentsFolder(clock: Clock): Promise<string> {
  const digest = digestOnce(sources)
  const folder = join(cache, `${digest}-${clock.now().toISOString().slice(0, 13)}`)
  await makeOnce(folder, async () => {
    await removeOld()
    const partial = await mkdtemp(join(cache, "partial-"))
    const store = createDiskDocumentStore(partial)
    await writeDemoDocuments(store, demoFolder, clock)
    await withSecondTenantFolder((secondTenantFolder) =>
      writeDemoDocuments(store, secondTenantFolder, clock),
    )
    // If another process was faster, its folder has the same contents.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }))
  })
  return folder
}

/** Removes folders of older versions of the demo. */
async function removeOld() {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > keepMs) await rm(folder, { recursive: true, force: true })
  }
}
