import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { type Keys, keyIdBytes, type UnknownKey } from "./key-ring.ts"

/** Encrypts text that must not be readable in the database, with the installation's key. */
export interface Seal {
  /** `purpose` identifies the use of the text and its row; `unseal` needs the same one. */
  seal(text: string, purpose: string): Buffer
  /** Errors: `SealBroken` if key, purpose or content differ from the sealed ones. */
  unseal(sealed: Buffer, purpose: string): string
}

export class SealBroken extends Error {
  override name = "SealBroken"
}

/** First byte of every sealed value, so that another cipher can be introduced later. */
const version = 2
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with the current key. A sealed value is: version, key id, iv, tag, ciphertext. */
export function createSeal(keys: Keys): Seal {
  return {
    seal(text, purpose) {
      const { id, secret } = keys.current
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv("aes-256-gcm", secret, iv).setAAD(Buffer.from(purpose))
      const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return Buffer.concat([Buffer.of(version), id, iv, cipher.getAuthTag(), content])
    },
    unseal(sealed, purpose) {
      const ivAt = 1 + keyIdBytes
      const tagAt = ivAt + ivBytes
      const contentAt = tagAt + tagBytes
      if (sealed[0] !== version || sealed.length < contentAt) throw new SealBroken()
      const key = keyOf(sealed.subarray(1, ivAt))
      const iv = sealed.subarray(ivAt, tagAt)
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(sealed.subarray(tagAt, contentAt))
      try {
        return (
          decipher.update(sealed.subarray(contentAt), undefined, "utf8") + decipher.final("utf8")
        )
      } catch (error) {
        throw new SealBroken("Not sealed with this key for this purpose.", { cause: error })
      }
    },
  }

  function keyOf(id: Buffer): Buffer {
    try {
      return keys.byId(id).secret
    } catch (error) {
      throw new SealBroken((error as UnknownKey).message, { cause: error })
    }
  }
}
