import { createHmac, timingSafeEqual } from "node:crypto"

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

/** The keyed hashes of the record; `key` is the installation's, derived for the record alone. */
export function createAuditHash(key: Buffer) {
  const keyed = (purpose: string, ...parts: (string | number)[]) =>
    createHmac("sha256", key)
      // As JSON no two lists of parts are written alike.
      .update(JSON.stringify([purpose, ...parts]))
      .digest()

  function hash({ client, number, content, previousHash }: HashedEntry): Buffer {
    return keyed("entry", client, number, previousHash.toString("hex"), content)
  }
  function seal({ client, number, hash }: ChainEnd): Buffer {
    return keyed("end", client, number, hash.toString("hex"))
  }
  return {
    hash,
    seal,
    isSealed: (end: ChainEnd & { seal: Buffer }) => isSame(end.seal, seal(end)),
  }
}

export type AuditHash = ReturnType<typeof createAuditHash>

export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
