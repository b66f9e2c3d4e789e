import type { KeyRing, Keys } from "#platform/keys/key-ring.ts"

/** The installation's keys for the audit log. */
export interface AuditKeys {
  /** Keys for the hashes of entries and the seals of chains' ends. */
  entries: Keys
  /** Keys for the pseudonyms of people. */
  names: Keys
  /** Keys that seal the keys of people, and data about no known person. */
  people: Keys
}

export function auditKeysOf(ring: KeyRing): AuditKeys {
  return {
    entries: ring.for("audit"),
    names: ring.for("audit names"),
    people: ring.for("audit people"),
  }
}
