import { createHmac, timingSafeEqual } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import type { KeyRing, Keys } from "#platform/keys/key-ring.ts"

/** An unpublished release that one browser sees at one host. */
export interface Preview {
  client: string
  host: string
  number: number
  /** The release of the shared texts; null for the published one. */
  shared: number | null
  /** Milliseconds since 1970. */
  expires: number
}

/**
 * Signs and reads the tokens of preview links. A token is bound to the client, the host and the
 * release, and cannot be made without the installation's key. It does not contain secrets.
 */
export function createPreviewLinks(keys: Keys, clock: Clock) {
  function sign(preview: Preview): string {
    const { id, secret } = keys.current
    const content = Buffer.from(JSON.stringify(preview)).toString("base64url")
    return [id.toString("base64url"), content, sealOf(secret, content)].join(".")
  }

  /** The preview that the token allows at this host now; undefined if the token is not valid. */
  function read(token: string, host: string): Preview | undefined {
    const [id = "", content = "", seal = "", ...more] = token.split(".")
    if (more.length > 0 || token.length > mostCharacters) return undefined
    const secret = secretOf(Buffer.from(id, "base64url"))
    if (!secret || !isEqual(seal, sealOf(secret, content))) return undefined
    const preview = JSON.parse(Buffer.from(content, "base64url").toString()) as Preview
    const isValid = preview.host === host && preview.expires > clock.now().getTime()
    return isValid ? preview : undefined
  }

  function secretOf(id: Buffer): Buffer | undefined {
    try {
      return keys.byId(id).secret
    } catch {
      return undefined
    }
  }

  return { sign, read }
}

/** The keys that sign previews. */
export function previewKeysOf(keyRing: KeyRing): Keys {
  return keyRing.for("preview")
}

export type PreviewLinks = ReturnType<typeof createPreviewLinks>

/** Much longer than any token. */
const mostCharacters = 2_000

function sealOf(secret: Buffer, content: string): string {
  return createHmac("sha256", secret).update(content).digest("base64url")
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
