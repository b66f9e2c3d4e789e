import { type Keys, UnknownKey } from "#platform/keys/key-ring.ts"

/** The audit log was written with another key than the one that is used to check it. */
export class WrongKey extends Error {
  override name = "WrongKey"
}

/**
 * Distinguishes a wrong key from tampering: with a wrong key no hash matches, and no row contains
 * its id.
 */
export function createKeyMatch(keys: Keys) {
  const own = keys.current.id.toString("hex")
  const named = new Set<string>()
  const missing = new Set<string>()
  let fitting = 0

  return {
    /** The result of `work`, which needs the key with this id. */
    is(id: Buffer | undefined, work: () => boolean): boolean | "unknown key" {
      if (id) named.add(id.toString("hex"))
      try {
        const fits = work()
        if (fits) fitting += 1
        return fits
      } catch (error) {
        if (!(error instanceof UnknownKey)) throw error
        if (id) missing.add(id.toString("hex"))
        return "unknown key"
      }
    },
    /** The ids of keys that rows contain and that are missing. */
    missing: () => [...missing].toSorted(),
    /** Errors: `WrongKey`. */
    refuseWrongKey(entries: number) {
      if (entries === 0 || fitting > 0 || named.has(own)) return
      const those = named.size === 0 ? "which name no key" : `made with ${[...named].join(", ")}`
      throw new WrongKey(
        `AUDIT_KEY is not the key of this audit log: it is ${own}, and fits none of the ${entries} entries, ${those}. Nothing was checked.`,
      )
    },
  }
}
export type KeyMatch = ReturnType<typeof createKeyMatch>
