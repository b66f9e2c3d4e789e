import { createHash, randomBytes } from "node:crypto"

/** 256 random bits for a cookie, a token or a link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** What the database keeps of a secret. A plain hash does: the secret cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}
