import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Key, type Keys, keyIdBytes } from "./key-ring.ts"

/** 256 random bits for a cookie, a token or a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** The use of a secret. A hash made for one kind is worthless as another. */
export type SecretKind =
  | "access token"
  | "captcha proof"
  | "code attempt"
  | "device"
  | "email change"
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

/** Hashes the secrets that open something, for storage in the database. */
export interface Secrets {
  /**
   * The keyed hash of a secret: 36 bytes; the first four are the key's id. It cannot be made
   * without the installation's key, so a row written directly to the database opens nothing.
   *
   * `owner` is the subject of the secret, such as a userid. If the owner in a row is replaced, the
   * hash no longer matches.
   */
  hash(kind: SecretKind, secret: string, ...owner: (string | null)[]): Buffer
  /**
   * A new secret with a keyed tag of its owner, for secrets whose row names the owner. 43
   * characters, like those of `newSecret`.
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

/** Layout of a bound secret: random bytes, then the key's id, then the tag. */
const randomLength = 12
const proofLength = 16

/** `keys` are the installation's keys for "secrets". */
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

/** As JSON, two different lists never serialize alike. */
function mac(key: Key, ...parts: (string | null)[]): Buffer {
  return createHmac("sha256", key.secret).update(JSON.stringify(parts)).digest()
}

/** Compares two hashes in time that does not depend on where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
