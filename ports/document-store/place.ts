import { createHash } from "node:crypto"
import type { DocumentKey } from "./port.ts"

/**
 * The key of a document in a store, such as `harbor/3f/3f9a….pdf`. It is not built from request
 * input: a hash replaces everything that could lead elsewhere, differ only in case, or be too long.
 * Only the client stays readable, so that one brand's documents can be moved or deleted together;
 * characters of it other than lowercase letters, digits and dashes are written as their codes.
 *
 * By hand: `printf '%s' '["harbor","HM-100234","D50217","POLICY","CONTRACT"]' | sha256sum`
 */
export function placeOf(key: DocumentKey): string {
  const { client, accountNumber, documentId, documentSource, documentCategory } = key
  const named = [client, accountNumber, documentId, documentSource, documentCategory]
  const hash = createHash("sha256").update(JSON.stringify(named)).digest("hex")
  const folder = client.replace(/[^a-z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`)
  return `${folder.slice(0, 60) || "_"}/${hash.slice(0, 2)}/${hash}.pdf`
}
