import { readFile } from "node:fs/promises"
import { join } from "node:path"

const folder = join(import.meta.dirname, "../database/migrations")

/**
 * The text of a migration, for a test that runs files one by one in a database of its own. No one else uses
 * that, and a transaction builds no index concurrently.
 */
export async function migrationText(name: string): Promise<string> {
  return (await readFile(join(folder, name), "utf8")).replaceAll(/\bconcurrently\b/g, "")
}
