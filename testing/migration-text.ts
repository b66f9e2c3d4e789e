import { readFile } from "node:fs/promises"
import { join } from "node:path"

const folder = join(import.meta.dirname, "../database/migrations")

/**
 * The text of a migration, for a test that runs files one by one in a separate database. Builds
 * indexes without `concurrently`, which a transaction does not allow and a database without other
 * users does not need.
 */
export async function migrationText(name: string): Promise<string> {
  return (await readFile(join(folder, name), "utf8")).replaceAll(/\bconcurrently\b/g, "")
}
