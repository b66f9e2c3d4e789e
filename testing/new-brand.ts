import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadFolder } from "#commands/load/load-folder.ts"
import { answersFor, type Options, writeBrand } from "#commands/new-brand/new-brand.ts"
import type { TestApp } from "./app.ts"
import { testAudit, testPasswords } from "./secret-key.ts"

/**
 * Creates a brand as `new-brand` does, and loads it. `texts` replace its texts by file. Its
 * host must not have been requested before.
 */
export async function loadNewBrand(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  name: string,
  options: Options,
  texts: Record<string, string> = {},
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  try {
    const answers = await answersFor(name, options, undefined)
    await writeBrand(join(home, "brand"), answers, undefined)
    for (const [file, text] of Object.entries(texts)) {
      await writeFile(join(home, `brand/clients/${answers.client}/content/${file}`), text)
    }
    const needs = { clock, audit: testAudit(clock), passwords: testPasswords }
    await loadFolder(database, join(home, "brand"), needs)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
