import { createHash } from "node:crypto"
import type { DocumentKey } from "./port.ts"

/**
 * Where a document stands in a store, such as `harbor/3f/3f9a….pdf`. Names are not taken from
 * what a caller sends: all that could lead elsewhere, tell one file system's capitals from
 * another's or be too long for it is behind a hash. Only the client stands in clear, so that
 * one brand's papers can be moved or deleted together; what is no small letter, digit or dash in
 * it is written as its code.
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
