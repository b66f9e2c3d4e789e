import type { Queries } from "#database/sql.ts"
import type { Keys } from "#platform/keys/key-ring.ts"
import { findEnds } from "./audit.store.ts"
import { createFit } from "./audit-fit.ts"
import { createAuditHash, keyIdOfSeal } from "./audit-hash.ts"

/**
 * Whether one of these keys sealed the end of the audit log's chains; undefined while it is empty.
 * A quick look at the key: `checkAudit` reads every entry.
 */
export async function isOwnLog(queries: Queries, keys: Keys): Promise<boolean | undefined> {
  const hashes = createAuditHash(keys)
  const fit = createFit(keys)
  const ends = await findEnds(queries)
  if (ends.length === 0) return undefined
  return ends.some((end) => fit.is(keyIdOfSeal(end.seal), () => hashes.isSealed(end)) === true)
}
