import { createHmac } from "node:crypto"
import type { Key, Keys } from "#platform/keys/key-ring.ts"
import { isSameHash } from "#platform/keys/secrets.ts"

/** One row of a chain, as far as its hash is over it. */
export interface HashedEntry {
  client: string
  number: number
  content: string
  previousHash: Buffer
}

/** The end of a chain, as far as its seal is over it. */
export interface ChainEnd {
  client: string
  number: number
  hash: Buffer
}

/** Bytes of a seal of format 1, which names no key. */
const sealBytes = 32

/** The keyed hashes of the audit log. Errors: `UnknownKey`, of what was made with another key. */
export function createAuditHash(keys: Keys) {
  const keyed = (key: Buffer, purpose: string, ...parts: (string | number)[]) =>
    createHmac("sha256", key)
      // As JSON no two lists of parts are written alike.
      .update(JSON.stringify([purpose, ...parts]))
      .digest()

  function hashWith(key: Buffer, entry: HashedEntry): Buffer {
    const { client, number, content, previousHash } = entry
    return keyed(key, "entry", client, number, previousHash.toString("hex"), content)
  }

  /** The key with this id; any key for what names none. */
  function keysOf(id: Buffer | undefined): readonly Key[] {
    return id ? [keys.byId(id)] : keys.all
  }

  function sealWith(key: Buffer, { client, number, hash }: ChainEnd): Buffer {
    return keyed(key, "end", client, number, hash.toString("hex"))
  }

  return {
    /** With the current key, which the entry must name. */
    hash: (entry: HashedEntry) => hashWith(keys.current.secret, entry),
    /** Whether this is the hash of the entry, with the key that it names. */
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

/** The id of the key that an entry names; nothing in format 1, or in content that cannot be read. */
export function keyIdIn(content: string): Buffer | undefined {
  try {
    const { key } = JSON.parse(content) as { key?: string }
    return key === undefined ? undefined : Buffer.from(key, "hex")
  } catch {
    // An altered entry must not stop the check of the others.
    return undefined
  }
}

/** The id of the key that a seal names; nothing in format 1. */
export function keyIdOfSeal(seal: Buffer): Buffer | undefined {
  return seal.length <= sealBytes ? undefined : seal.subarray(0, seal.length - sealBytes)
}
