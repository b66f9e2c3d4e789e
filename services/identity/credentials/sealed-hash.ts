import { createHash } from "node:crypto"
import type { Keys } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { type ImportedHash, readImportedHash } from "./imported-hash.ts"

/**
 * Stores imported hashes encrypted: without the installation's key they can be neither tested nor
 * forged.
 */
export interface SealedHashes {
  /** Returns `$imported$<id of the scheme>$<sealed hash>`. `owner` is the account. */
  seal(hash: ImportedHash, owner: readonly string[]): string
  /**
   * Errors: `SealBroken` if the hash belongs to another account or was not sealed with a key of
   * this installation.
   */
  unseal(stored: string, owner: readonly string[]): ImportedHash
}

const prefix = "$imported$"

export function isSealedHash(stored: string): boolean {
  return stored.startsWith(prefix)
}

/** A short name of a scheme of imported hashes. */
export function schemeIdOf(scheme: string): string {
  return createHash("sha256").update(scheme).digest("base64url").slice(0, 16)
}

export function createSealedHashes(keys: Keys): SealedHashes {
  const { seal, unseal } = createSeal(keys)
  const purposeOf = (owner: readonly string[]) => `imported hash ${JSON.stringify(owner)}`
  return {
    seal({ text, scheme }, owner) {
      return `${prefix}${schemeIdOf(scheme)}$${seal(text, purposeOf(owner)).toString("base64")}`
    },
    unseal(stored, owner) {
      const sealed = Buffer.from(stored.slice(stored.lastIndexOf("$") + 1), "base64")
      const read = readImportedHash(unseal(sealed, purposeOf(owner)))
      if (typeof read === "string") throw new Error(`An imported password hash ${read}.`)
      return read
    },
  }
}
