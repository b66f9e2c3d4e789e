import type { Queries } from "#database/sql.ts"
import type { Keys } from "#platform/keys/key-ring.ts"
import { findEnds } from "./audit.store.ts"
import { createAuditHash, keyIdOfSeal } from "./audit-hash.ts"
import { createKeyMatch } from "./key-mismatch.ts"

/**
 * Whether one of these keys sealed the end of a chain of the audit log; undefined if the log is
 * empty. A quick check of the key, in contrast to `checkAudit`, which reads every entry.
 */
export async function isOwnKey(queries: Queries, keys: Keys): Promise<boolean | undefined> {
  const hashes = createAuditHash(keys)
  const fit = createKeyMatch(keys)
  const ends = await findEnds(queries)
  if (ends.length === 0) return undefined
  return ends.some((end) => fit.is(keyIdOfSeal(end.seal), () => hashes.isSealed(end)) === true)
}

/** The ids, in hexadecimal, of keys that sealed ends of the audit log and that are missing. */
export async function findMissingEndKeys(queries: Queries, keys: Keys): Promise<string[]> {
  const given = keys.all.map(({ id }) => id.toString("hex"))
  const ends = await findEnds(queries)
  const needed = new Set(ends.flatMap(({ seal }) => keyIdOfSeal(seal)?.toString("hex") ?? []))
  return [...needed].filter((id) => !given.includes(id))
}
