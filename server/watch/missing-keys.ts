import type { Queries } from "#database/sql.ts"
import { type KeyConfig, openAuditKeys, openKeyRing } from "#server/config/keys.ts"
import { findMissingEndKeys } from "#services/audit/key-check.ts"
import { findNeededKeys } from "./needed-keys.store.ts"

/** The ids, in hexadecimal, of keys that are needed and not given. */
export interface MissingKeys {
  /** Stored values need them. */
  secret: readonly string[]
  /** Ends of the audit log were made with them. */
  audit: readonly string[]
}

/** Compares what the database needs with the given keys. Reads whole tables. */
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
