import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadFolder } from "#tools/load/load-folder.ts"
import { answersFor, type Options, writeBrand } from "#tools/new-brand/new-brand.ts"
import type { TestApp } from "./app.ts"
import { testAudit, testPasswords } from "./secret-key.ts"

/** Makes a brand as `portal new-brand` does, and loads it. Its host must not have been requested before. */
export async function loadNewBrand(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  name: string,
  options: Options,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  try {
    const answers = await answersFor(name, options, undefined)
    await writeBrand(join(home, "brand"), answers, undefined)
    const needs = { clock, audit: testAudit(clock), passwords: testPasswords }
    await loadFolder(database, join(home, "brand"), needs)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
