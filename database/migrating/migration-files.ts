import { readdir, readFile } from "node:fs/promises"
import { isEarlierVersion } from "#platform/version.ts"

/** One file of migrations/. */
export interface Migration {
  name: string
  text: string
}

/** The migrations of this version. */
export const ownMigrations = new URL("../migrations/", import.meta.url)

/** The migrations of a folder in their order, which is the order of their names. */
export async function listMigrations(folder = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })),
  )
}

/** One thing that a migration removes: `-- contract: <what> unused since <version>`. */
export interface Contraction {
  what: string
  unusedSince: string
}

export function contractionsOf({ text }: Migration): Contraction[] {
  const lines = text.matchAll(/^-- contract: (.+) unused since (\d+\.\d+\.\d+)$/gm)
  return Array.from(lines, ([, what = "", unusedSince = ""]) => ({ what, unusedSince }))
}

/** The operator steps that a migration needs: `-- operator: <act>`. */
export function operatorActsOf({ text }: Migration): string[] {
  return Array.from(text.matchAll(/^-- operator: (.+)$/gm), ([, act = ""]) => act)
}

/**
 * The earliest version whose servers can use a database after this migration; undefined if all can.
 */
export function earliestServerOf(migration: Migration): string | undefined {
  return latestOf(contractionsOf(migration).map(({ unusedSince }) => unusedSince))
}

export function latestOf(versions: readonly string[]): string | undefined {
  return versions.reduce<string | undefined>(
    (latest, one) => (latest === undefined || isEarlierVersion(latest, one) ? one : latest),
    undefined,
  )
}

/** Whether its statements run outside of a transaction, to build an index while rows change. */
export function isConcurrent({ text }: Migration): boolean {
  return /\bconcurrently\b/i.test(withoutComments(text))
}

/** The statements of a migration without functions or text literals. */
export function plainStatementsOf({ text }: Migration): string[] {
  const statements = withoutComments(text).split(";")
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "")
}

function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, "")
}
