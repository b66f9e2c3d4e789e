import { createHmac } from "node:crypto"
import type { Key, Keys } from "#platform/keys/key-ring.ts"
import { isSameHash } from "#platform/keys/secrets.ts"

/** The hashed parts of one row of a chain. */
export interface HashedEntry {
  client: string
  number: number
  content: string
  previousHash: Buffer
}

/** The sealed parts of the end of a chain. */
export interface ChainEnd {
  client: string
  number: number
  hash: Buffer
}

/** Length of a seal in format 1, which does not contain a key id. */
const sealBytes = 32

/** The keyed hashes of the audit log. Errors: `UnknownKey` for a hash or seal with another key. */
export function createAuditHash(keys: Keys) {
  const keyed = (key: Buffer, purpose: string, ...parts: (string | number)[]) =>
    createHmac("sha256", key)
      // In JSON, different lists of parts always give different texts.
      .update(JSON.stringify([purpose, ...parts]))
      .digest()

  function hashWith(key: Buffer, entry: HashedEntry): Buffer {
    const { client, number, content, previousHash } = entry
    return keyed(key, "entry", client, number, previousHash.toString("hex"), content)
  }

  /** The key with this id; without an id, all keys. */
  function keysOf(id: Buffer | undefined): readonly Key[] {
    return id ? [keys.byId(id)] : keys.all
  }

  function sealWith(key: Buffer, { client, number, hash }: ChainEnd): Buffer {
    return keyed(key, "end", client, number, hash.toString("hex"))
  }

  return {
    /** Hashes with the current key. The entry must contain the id of that key. */
    hash: (entry: HashedEntry) => hashWith(keys.current.secret, entry),
    /** Whether this is the hash of the entry, made with the key whose id it contains. */
    isHashed(entry: HashedEntry & { hash: Buffer }): boolean {
      return keysOf(keyIdIn(entry.content)).some(({ secret }) =>
        isSameHash(entry.hash, hashWith(secret, entry)),
      )
    },
    /** The id of the current key, then the keyed hash of the end. */
    seal: (end: ChainEnd) => Buffer.concat([keys.current.id, sealWith(keys.current.secret, end)]),
    isSealed(end: ChainEnd & { seal: Buffer }): boolean {
      const id = keyIdOfSeal(end.seal)
      const seal = end.seal.subarray(id?.length ?? 0)
      return keysOf(id).some(({ secret }) => isSameHash(seal, sealWith(secret, end)))
    },
  }
}

export type AuditHash = ReturnType<typeof createAuditHash>

/** The key id in an entry; undefined in format 1 and for unreadable content. */
export function keyIdIn(content: string): Buffer | undefined {
  try {
    const { key } = JSON.parse(content) as { key?: string }
    return key === undefined ? undefined : Buffer.from(key, "hex")
  } catch {
    // An altered entry must not stop the check of other entries.
    return undefined
  }
}

/** The key id in a seal; undefined in format 1. */
export function keyIdOfSeal(seal: Buffer): Buffer | undefined {
  return seal.length <= sealBytes ? undefined : seal.subarray(0, seal.length - sealBytes)
}
