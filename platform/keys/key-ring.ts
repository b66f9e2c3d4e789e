import { hkdfSync } from "node:crypto"

/** Length of a key id in bytes; it precedes every value made with the key. */
export const keyIdBytes = 4
const keyBytes = 32

/** One secret key of the installation, derived for one purpose. */
export interface Key {
  /**
   * Identifies the secret key without revealing it; `keyIdBytes` long. The same for every purpose.
   */
  id: Buffer
  /** The key itself; 32 bytes. */
  secret: Buffer
}

/** The installation's keys for one purpose. */
export interface Keys {
  /** The key for new values. */
  current: Key
  /** All keys, the current one first. */
  all: readonly Key[]
  /** The key with this id. Errors: `UnknownKey`. */
  byId(id: Buffer): Key
}

/** The secret keys of an installation, by their ids. */
export interface KeyRing {
  /** The keys for one purpose. Leaking the key of one purpose reveals nothing about another. */
  for(purpose: string): Keys
  /** The ids of all keys in hexadecimal, the current one first. */
  ids: readonly string[]
}

/** A stored value was made with a secret key that this installation does not have. */
export class UnknownKey extends Error {
  override name = "UnknownKey"
  constructor(id: Buffer) {
    super(`Made with the secret key ${id.toString("hex")}, which is not in use here.`)
  }
}

/** Creates the ring of these secret keys of 32 bytes each; the first is the current one. */
export function createKeyRing(current: Buffer, ...others: Buffer[]): KeyRing {
  return {
    for(purpose) {
      const first = keyOf(current, purpose)
      const all = [first, ...others.map((other) => keyOf(other, purpose))]
      return {
        current: first,
        all,
        byId(id) {
          const key = all.find((one) => one.id.equals(id))
          if (!key) throw new UnknownKey(id)
          return key
        },
      }
    },
    ids: [current, ...others].map(keyIdOf),
  }
}

/** The id of a secret key, in hexadecimal. */
export function keyIdOf(master: Buffer): string {
  return derive(master, "key id", keyIdBytes).toString("hex")
}

function keyOf(master: Buffer, purpose: string): Key {
  return {
    id: Buffer.from(keyIdOf(master), "hex"),
    secret: derive(master, purpose, keyBytes),
  }
}

function derive(master: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "", purpose, bytes))
}
