import { type Keys, UnknownKey } from "#platform/keys/key-ring.ts"

/** The audit log was made with another key than the one that checks it now. */
export class WrongKey extends Error {
  override name = "WrongKey"
}

/** Tells the wrong key from tampering: with the wrong one nothing fits, and no row names it. */
export function createKeyMatch(keys: Keys) {
  const own = keys.current.id.toString("hex")
  const named = new Set<string>()
  const missing = new Set<string>()
  let fitting = 0

  return {
    /** Whether this is true, which needs the key with this id. */
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
    /** The ids of keys that rows name and that are not given. */
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
