import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Key, type Keys, keyIdBytes } from "./key-ring.ts"

/** 256 random bits for a cookie, a token or a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** What a secret opens. A hash that was made for one kind is worth nothing as another. */
export type SecretKind =
  | "access token"
  | "captcha proof"
  | "code attempt"
  | "device"
  | "email change"
  | "handoff"
  | "one-time code"
  | "password recovery"
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
  | "unsubscribe link"

/** What the database keeps of the secrets that open something. */
export interface Secrets {
  /**
   * The keyed hash of a secret: 36 bytes, of which the first four are the id of the key. Without
   * the installation's key it cannot be made, so that a row written into the database opens
   * nothing.
   *
   * `owner` is what the secret is good for, such as a userid. A row whose owner was exchanged
   * does not have the hash of its owner any more.
   */
  hash(kind: SecretKind, secret: string, ...owner: (string | null)[]): Buffer
  /**
   * A new secret that holds a keyed proof of what it is good for, for where the owner is read from
   * the row that the secret finds. 43 characters, as those of `newSecret`.
   */
  bound(kind: BoundKind, ...owner: (string | null)[]): string
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

/** Of a bound secret: random bytes, then the id of the key, then the proof. */
const randomLength = 12
const proofLength = 16

/** `keys` are the installation's for "secrets". */
export function createSecrets(keys: Keys): Secrets {
  const { current } = keys

  return {
    hash(kind, secret, ...owner) {
      return Buffer.concat([current.id, mac(current, kind, secret, ...owner)])
    },
    bound(kind, ...owner) {
      const start = Buffer.concat([randomBytes(randomLength), current.id])
      return Buffer.concat([start, proof(current, kind, start, owner)]).toString("base64url")
    },
    isBound(kind, secret, ...owner) {
      const bytes = Buffer.from(secret, "base64url")
      const start = bytes.subarray(0, randomLength + keyIdBytes)
      const key = keyOf(start.subarray(randomLength))
      return (
        key !== undefined &&
        isSameHash(bytes.subarray(start.length), proof(key, kind, start, owner))
      )
    },
  }

  function keyOf(id: Buffer): Key | undefined {
    try {
      return keys.byId(id)
    } catch {
      return undefined
    }
  }
}

function proof(key: Key, kind: BoundKind, start: Buffer, owner: (string | null)[]): Buffer {
  return mac(key, `${kind} of`, start.toString("base64url"), ...owner).subarray(0, proofLength)
}

/** As JSON no two lists of parts are written alike. */
function mac(key: Key, ...parts: (string | null)[]): Buffer {
  return createHmac("sha256", key.secret).update(JSON.stringify(parts)).digest()
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
