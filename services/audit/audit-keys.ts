import type { KeyRing, Keys } from "#platform/keys/key-ring.ts"

/** The installation's keys for the audit log. */
export interface AuditKeys {
  /** For the hashes of entries and the ends of chains. */
  entries: Keys
  /** For the pseudonyms of people. */
  names: Keys
  /** Seals the keys of people, and data that belongs to no known person. */
  people: Keys
}

export function auditKeysOf(ring: KeyRing): AuditKeys {
  return {
    entries: ring.for("audit"),
    names: ring.for("audit names"),
    people: ring.for("audit people"),
  }
}
