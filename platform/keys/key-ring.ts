import { hkdfSync } from "node:crypto"

/** Bytes of a key id, which stands in front of what was made with the key. */
export const keyIdBytes = 4
const keyBytes = 32

/** One secret key of the installation, derived for one purpose. */
export interface Key {
  /** Names the secret key without giving it away; `keyIdBytes` long. Alike for every purpose. */
  id: Buffer
  /** 32 bytes. */
  secret: Buffer
}

/** The installation's keys for one purpose. */
export interface Keys {
  /** What is made now is made with this key. */
  current: Key
  /** The key with this id. Errors: `UnknownKey`. */
  byId(id: Buffer): Key
}

/** The secret keys of an installation, by their ids. */
export interface KeyRing {
  /** A key of its own for each purpose, so that what one gives away tells nothing of another. */
  for(purpose: string): Keys
}

/** What was stored was made with a secret key that this installation does not have. */
export class UnknownKey extends Error {
  override name = "UnknownKey"
  constructor(id: Buffer) {
    super(`Made with the secret key ${id.toString("hex")}, which is not in use here.`)
  }
}

/** The ring of these secret keys of 32 bytes each; the first is the current one. */
export function createKeyRing(current: Buffer, ...others: Buffer[]): KeyRing {
  return {
    for(purpose) {
      const first = keyOf(current, purpose)
      const keys = [first, ...others.map((other) => keyOf(other, purpose))]
      return {
        current: first,
        byId(id) {
          const key = keys.find((one) => one.id.equals(id))
          if (!key) throw new UnknownKey(id)
          return key
        },
      }
    },
  }
}

function keyOf(master: Buffer, purpose: string): Key {
  return {
    id: derive(master, "key id", keyIdBytes),
    secret: derive(master, purpose, keyBytes),
  }
}

function derive(master: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "", purpose, bytes))
}
