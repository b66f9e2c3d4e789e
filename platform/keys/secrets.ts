import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Key, type Keys, keyIdBytes } from "./key-ring.ts"

/** The use of a secret. A hash made for one kind is invalid for another. */
export type SecretKind =
  | "access token"
  | "captcha proof"
  | "code attempt"
  | "device"
  | "email change"
  | "email version"
  | "handoff"
  | "kept number"
  | "kept read"
  | "logout token"
  | "one-time code"
  | "password recovery"
  | "provider attempt"
  | "rate limit"
  | "recovery code"
  | "recovery username"
  | "registration"
  | "reset ticket"
  | "session cookie"
  | "sign-in link"
  | "sign-in link browser"
  | "staff attempt"
  | "transfer cookie"
  | "typed person"
  | "unsubscribe link"

/** Hashes secrets that grant access, for storage in the database. */
export interface Secrets {
  /**
   * 224 random bits for a cookie, a token or a link, and the id of the current key: 43 characters.
   * The secret contains the id of its key, so that its hash stays the same while keys rotate.
   */
  random(): string
  /**
   * The keyed hash of a secret: 36 bytes; the first four are the key's id. It cannot be made
   * without the installation's key, so a row written directly to the database grants no access. The
   * key is the one whose id the secret or one of its owners contains, such as the attempt of a
   * one-time code; otherwise the current one.
   *
   * `owner` is the subject of the secret, such as a userid. If the owner in a row is replaced, the
   * hash no longer matches.
   */
  hash(kind: SecretKind, secret: string, ...owner: (string | null)[]): Buffer
  /**
   * The hashes with each key of a secret without a key id; the one with the current key comes
   * first.
   */
  hashes(kind: SecretKind, secret: string, ...owner: (string | null)[]): Buffer[]
  /**
   * A new secret with a keyed tag of its owner, for secrets whose row contains the owner. 43
   * characters, like those of `random`, with the key id at the same place.
   */
  bound(kind: BoundKind, ...owner: (string | null)[]): string
  /** Whether the secret contains the id of the current key. */
  isCurrent(secret: string): boolean
  /** Whether the secret was made for this owner. */
  isBound(kind: BoundKind, secret: string, ...owner: (string | null)[]): boolean
}

export type BoundKind =
  | "email change"
  | "handoff"
  | "registration"
  | "registration verified"
  | "reset ticket"
  | "staff attempt"

/**
 * Layout of a secret: random bytes, then the key's id, then the tag of its owner or random bytes.
 */
const randomLength = 12
const proofLength = 16
const secretForm = /^[\w-]{43}$/

/** `keys` are the installation's keys for "secrets". */
export function createSecrets(keys: Keys): Secrets {
  const { current } = keys

  function hashWith(key: Key, ...parts: [SecretKind, ...(string | null)[]]): Buffer {
    return Buffer.concat([key.id, mac(key, ...parts)])
  }

  return {
    random() {
      const [start, rest] = [randomBytes(randomLength), randomBytes(proofLength)]
      return Buffer.concat([start, current.id, rest]).toString("base64url")
    },
    hash(kind, secret, ...owner) {
      const named = [secret, ...owner].map(keyNamedBy).find((key) => key !== undefined)
      return hashWith(named ?? current, kind, secret, ...owner)
    },
    hashes(kind, secret, ...owner) {
      return keys.all.map((key) => hashWith(key, kind, secret, ...owner))
    },
    bound(kind, ...owner) {
      const start = Buffer.concat([randomBytes(randomLength), current.id])
      return Buffer.concat([start, proof(current, kind, start, owner)]).toString("base64url")
    },
    isCurrent: (secret) => keyNamedBy(secret) === current,
    isBound(kind, secret, ...owner) {
      const bytes = Buffer.from(secret, "base64url")
      const start = bytes.subarray(0, randomLength + keyIdBytes)
      const key = keyNamedBy(secret)
      return (
        key !== undefined &&
        isSameHash(bytes.subarray(start.length), proof(key, kind, start, owner))
      )
    },
  }

  function keyNamedBy(secret: string | null): Key | undefined {
    if (secret === null || !secretForm.test(secret)) return undefined
    const id = Buffer.from(secret, "base64url").subarray(randomLength, randomLength + keyIdBytes)
    return keys.all.find((key) => key.id.equals(id))
  }
}

function proof(key: Key, kind: BoundKind, start: Buffer, owner: (string | null)[]): Buffer {
  return mac(key, `${kind} of`, start.toString("base64url"), ...owner).subarray(0, proofLength)
}

/** Serialized as JSON, so that two different lists are never equal. */
function mac(key: Key, ...parts: (string | null)[]): Buffer {
  return createHmac("sha256", key.secret).update(JSON.stringify(parts)).digest()
}

/** Compares two hashes in time that does not depend on where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
