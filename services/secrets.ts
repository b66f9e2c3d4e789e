import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { Keys } from "#database/key-ring.ts"

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
}

/** `keys` are the installation's for "secrets". */
export function createSecrets({ current }: Keys): Secrets {
  return {
    hash(kind, secret, ...owner) {
      const mac = createHmac("sha256", current.secret)
        // As JSON no two lists of parts are written alike.
        .update(JSON.stringify([kind, secret, ...owner]))
        .digest()
      return Buffer.concat([current.id, mac])
    },
  }
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
