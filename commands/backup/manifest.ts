import { createHash, createHmac } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { z } from "zod"
import { instantText } from "#contracts/outside-dates.ts"
import { listMigrations } from "#database/migrating/migration-files.ts"
import { type KeyRing, UnknownKey } from "#platform/keys/key-ring.ts"
import { systemReason } from "#platform/system-error.ts"

const file = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })
const manifest = z.object({
  format: z.literal(1),
  /** The version of My Account. */
  version: z.string(),
  engine: z.enum(["PostgreSQL", "PGlite"]),
  /** The version number of the engine, in PostgreSQL's format, such as 170005. */
  engineVersion: z.int(),
  /** The moment of the database's snapshot. */
  madeAt: instantText,
  migrations: z.array(z.string()),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.int()),
  /** The id of the audit log's key. Absent in earlier backups. */
  auditKey: z.hex().optional(),
  /** The ends of the audit log's chains. */
  auditEnds: z.array(z.object({ client: z.string(), number: z.int(), hash: z.string() })),
  /** "files", or the bucket with the documents, which are then not part of the backup. */
  documents: z.string(),
  files: z.array(file),
})
const sealed = z.object({ manifest: z.unknown(), key: z.hex(), mac: z.hex() })

/** The content of a backup, its time and its source. */
export type Manifest = z.output<typeof manifest>
export type BackupFile = z.output<typeof file>

const name = "manifest.json"

/**
 * Writes the manifest of the backup in this folder, as its last file. It is signed with the secret
 * key, and contains the id of that key.
 */
export async function writeManifest(
  folder: string,
  written: Manifest,
  keys: KeyRing,
): Promise<void> {
  const { current } = keys.for("backup")
  const mac = macOf(JSON.stringify(written), current.secret)
  const whole = { manifest: written, key: current.id.toString("hex"), mac }
  const draft = await open(join(folder, name), "wx", 0o600)
  try {
    await draft.writeFile(`${JSON.stringify(whole, null, 2)}\n`)
    await draft.sync()
  } finally {
    await draft.close()
  }
}

/**
 * Reads the manifest of the backup in this folder, and compares it with its signature and every
 * file with its size and hash. `auditIds`: the keys of the audit log; undefined if none is
 * configured here.
 *
 * Errors: an `Error` with one line for the operator.
 */
export async function readBackup(
  folder: string,
  keys: KeyRing,
  auditIds: readonly string[] | undefined,
): Promise<Manifest> {
  const found = await readManifest(folder, keys)
  const { auditKey } = found
  if (auditIds && auditKey !== undefined && !auditIds.includes(auditKey)) {
    throw new Error(
      `The audit log of the backup was made with the audit key ${auditKey}, which is not in use here. Set AUDIT_KEY to it, or add it to OTHER_AUDIT_KEYS.`,
    )
  }
  const expected = new Map(found.files.map((one) => [one.name, one]))
  const there = await listFiles(folder)
  const extra = there.find((one) => one !== name && !expected.has(one))
  if (extra !== undefined) throw new Error(`The backup has a file that it did not have: ${extra}.`)
  for (const one of found.files) {
    if (!there.includes(one.name)) throw new Error(`The backup lacks the file ${one.name}.`)
    const { bytes, sha256 } = await measured(folder, one.name)
    if (bytes !== one.bytes) {
      throw new Error(`${one.name} has ${bytes} bytes; the backup was made with ${one.bytes}.`)
    }
    if (sha256 !== one.sha256) throw new Error(`${one.name} is not as it was when it was made.`)
  }
  return found
}

/**
 * Why this version cannot restore the backup: a later version had migrated its database. The
 * version that made the backup may lack the migration too, because it can serve that database.
 * Undefined if it can be restored.
 */
export async function whyLater({ migrations }: Manifest): Promise<string | undefined> {
  const known = new Set((await listMigrations()).map((migration) => migration.name))
  const unknown = migrations.find((migration) => !known.has(migration))
  return unknown === undefined
    ? undefined
    : `The database of the backup has the migration ${unknown}, which this version lacks: a later version had migrated it. Restore it with that later version.`
}

async function readManifest(folder: string, keys: KeyRing): Promise<Manifest> {
  const text = await readFile(join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      ENOENT: `${folder} has no ${name}. Name the folder of a backup.`,
      ENOTDIR: `${folder} is a file. Name the folder of the backup, with all that is in it.`,
    }
    const reason = systemReason(error) ?? error.message
    throw new Error(
      reasons[error.code ?? ""] ?? `${join(folder, name)} cannot be read: ${reason}.`,
      { cause: error },
    )
  })
  const whole = sealed.safeParse(json(text))
  if (!whole.success) throw new Error(`${name} is not as a backup has it.`)
  const { key, mac } = whole.data
  const signed = JSON.stringify(whole.data.manifest)
  if (mac !== macOf(signed, secretOf(keys, key))) {
    throw new Error(`${name} was changed after the backup was made.`)
  }
  const read = manifest.safeParse(whole.data.manifest)
  if (read.success) return read.data
  throw new Error(`${name} is of another version of My Account.`)
}

function secretOf(keys: KeyRing, id: string): Buffer {
  try {
    return keys.for("backup").byId(Buffer.from(id, "hex")).secret
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error
    throw new Error(
      `The backup was made with the secret key ${id}, which is not in use here. Set SECRET_KEY to it, or add it to OTHER_SECRET_KEYS.`,
      { cause: error },
    )
  }
}

/** Size and hash of a file of the backup. */
export async function measured(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash("sha256")
  await pipeline(createReadStream(join(folder, path)), hash)
  const { size } = await stat(join(folder, path))
  return { name: path, bytes: size, sha256: hash.digest("hex") }
}

/** Every file in the folder, as a path with "/". */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function macOf(text: string, secret: Buffer): string {
  return createHmac("sha256", secret).update(text).digest("hex")
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
