import type { Queries } from "#database/sql.ts"
import { type KeyConfig, openAuditKeys, openKeyRing } from "#server/config/keys.ts"
import { findMissingEndKeys } from "#services/audit/key-check.ts"
import { findNeededKeys } from "./needed-keys.store.ts"

/** The ids of needed but missing keys, in hexadecimal. */
export interface MissingKeys {
  /** Ids of keys that stored values need. */
  secret: readonly string[]
  /** Ids of keys with which ends of the audit log were made. */
  audit: readonly string[]
}

/** Compares the keys that the database needs with the given keys. Reads whole tables. */
export async function findMissingKeys(
  queries: Queries,
  config: KeyConfig,
  now: Date,
): Promise<MissingKeys> {
  const { ids } = openKeyRing(config)
  const needed = new Set((await findNeededKeys(queries, now)).map(({ key }) => key))
  return {
    secret: [...needed].filter((key) => !ids.includes(key)),
    audit: await findMissingEndKeys(queries, openAuditKeys(config).entries),
  }
}
