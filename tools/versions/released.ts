import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { listMigrations, type Migration } from "#database/migrating/migration-files.ts"

/** The released versions, as listed in database/versions.json. */
export interface Released {
  /** The versions from first to last, each with its last migration. */
  versions: { version: string; lastMigration: string }[]
  /** The SHA-256 of every migration that a released version has. */
  migrations: Record<string, string>
}

export const releasedFile = join(import.meta.dirname, "../../database/versions.json")

export function readReleased(): Released {
  return JSON.parse(readFileSync(releasedFile, "utf8")) as Released
}

function hashOf({ text }: Pick<Migration, "text">): string {
  return createHash("sha256").update(text).digest("hex")
}

/**
 * Records that `version` is released with `migrations`. Recording the last version again replaces
 * it, until its tag is set. The migrations of the versions before must be unchanged.
 *
 * Errors: an `Error` that lists the differences.
 */
export function recordVersion(
  before: Released,
  version: string,
  migrations: readonly Migration[],
): Released {
  const isLast = before.versions.at(-1)?.version === version
  const versions = isLast ? before.versions.slice(0, -1) : before.versions
  if (versions.some((one) => one.version === version)) {
    throw new Error(`${version} is released, and a later version too.`)
  }
  const lastOfEarlier = versions.at(-1)?.lastMigration ?? ""
  const kept = Object.entries(before.migrations).filter(([name]) => name <= lastOfEarlier)
  const wrong = changedMigrations({ versions, migrations: Object.fromEntries(kept) }, migrations)
  if (wrong.length > 0) throw new Error(wrong.join("\n"))
  const lastMigration = migrations.at(-1)?.name ?? ""
  return {
    versions: [...versions, { version, lastMigration }],
    migrations: Object.fromEntries(migrations.map((one) => [one.name, hashOf(one)])),
  }
}

/** The differences from the released migrations: changed, missing, or added between them. */
export function changedMigrations(
  { versions, migrations: hashes }: Released,
  migrations: readonly Migration[],
): string[] {
  const lastMigration = versions.at(-1)?.lastMigration ?? ""
  const present = new Map(migrations.map((one) => [one.name, one]))
  return [
    ...Object.entries(hashes).flatMap(([name, hash]) => {
      const found = present.get(name)
      if (found === undefined) return [`${name} is released and missing`]
      return hashOf(found) === hash ? [] : [`${name} is released and changed`]
    }),
    ...migrations
      .filter(({ name }) => name <= lastMigration && !Object.hasOwn(hashes, name))
      .map(({ name }) => `${name} comes before ${lastMigration}, which is released`),
  ]
}

/** The migrations of this version that no released version has; empty before the first version. */
export async function migrationsSinceRelease({ versions }: Released): Promise<Migration[]> {
  const lastMigration = versions.at(-1)?.lastMigration
  if (lastMigration === undefined) return []
  return (await listMigrations()).filter(({ name }) => name > lastMigration)
}
