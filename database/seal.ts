import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

/** Encrypts text that must not be readable in the database, with the installation's key. */
export interface Seal {
  /** `purpose` names what the text is for and which row it is of; `unseal` needs the same one. */
  seal(text: string, purpose: string): Buffer
  /** Errors: `SealBroken` when key, purpose or content differ from what was sealed. */
  unseal(sealed: Buffer, purpose: string): string
}

export class SealBroken extends Error {
  override name = "SealBroken"
}

/** First byte of everything sealed, so that another cipher can follow one day. */
const version = 1
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with `key` (32 bytes). Sealed is: version, iv, tag, ciphertext. */
export function createSeal(key: Buffer): Seal {
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), content])
    },
    unseal(sealed, purpose) {
      const contentAt = 1 + ivBytes + tagBytes
      if (sealed[0] !== version || sealed.length < contentAt) throw new SealBroken()
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 1 + ivBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(sealed.subarray(1 + ivBytes, contentAt))
      try {
        return (
          decipher.update(sealed.subarray(contentAt), undefined, "utf8") + decipher.final("utf8")
        )
      } catch (error) {
        throw new SealBroken("Not sealed with this key for this purpose.", { cause: error })
      }
    },
  }
}
