import { chmod, mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Workplace } from "#server/commands/operator-command.ts"
import { outagePageHtml } from "#services/brands/outage-page.ts"
import { findOutageBrands } from "#services/brands/sites.store.ts"

/**
 * Writes the page that the proxy serves while no server answers, one file HOST.html per site, if the
 * settings name the folder. A failure is reported: the brand is published by then.
 */
export async function writeOutagePages({
  config: { outagePages: folder },
  database,
  err,
}: Pick<Workplace, "config" | "database" | "err">): Promise<void> {
  if (folder === undefined) return
  try {
    await mkdir(folder, { recursive: true })
    for (const brand of await findOutageBrands(database)) {
      const path = join(folder, `${brand.host}.html`)
      await writeFile(`${path}.new`, outagePageHtml(brand))
      // The proxy runs as another user, and the command makes files that only its own user can read.
      await chmod(`${path}.new`, 0o644)
      await rename(`${path}.new`, path)
    }
  } catch (error) {
    err(`The pages of OUTAGE_PAGES could not be written: ${(error as Error).message}`)
  }
}
