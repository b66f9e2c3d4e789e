import { type Seal, SealBroken } from "#platform/keys/seal.ts"
import type { About } from "./keeping.ts"
import type { KeptRow } from "./kept-data.store.ts"

type Place = Pick<KeptRow, "read" | "keptAt">

/** Encrypts an answer as JSON for its row. */
export function sealAnswer(seal: Seal, about: About, content: string, place: Place): Buffer {
  return seal.seal(content, purposeOf(about, place))
}

/** Undefined if the row was changed, or was made with a key that is not in use anymore. */
export function unsealAnswer(
  seal: Seal,
  about: About,
  row: Place & Pick<KeptRow, "sealed">,
): { value: never } | undefined {
  try {
    return JSON.parse(seal.unseal(row.sealed, purposeOf(about, row))) as { value: never }
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Ties the content to its row and its time, so that it can neither be moved nor made younger. */
function purposeOf({ client, accountNumber }: About, { read, keptAt }: Place): string {
  return JSON.stringify(["kept", client, accountNumber, read.toString("hex"), keptAt.getTime()])
}
