import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { either, newEmailOf, shared } from "./keys.ts"
import {
  addCachedNumber,
  addCachedRead,
  addContactChange,
  addEmailHold,
  addErasure,
  addNewEmail,
  addUnshownChange,
  addUnsubscribeLink,
} from "./tables.ts"

const { account, noon, tokenHash } = shared

/** Writes open changes and links of one person, whom both clients have. */
export async function writeProfile(tx: Queries, client: string): Promise<void> {
  await addContactChange(tx, { client })
  const dueAt = either(client, later(noon, { hours: 1 }), noon)
  const change = { client, id: "a change", number: either(client, 1, 11), kind: "contact" }
  await addUnshownChange(tx, { ...change, before: client, lookAt: dueAt })
  const credit = { id: "a credit", number: either(client, 2, 12), kind: "credit" }
  await addUnshownChange(tx, { client, ...credit })
  const choice = { id: "a choice", number: either(client, 3, 13), kind: "billing" }
  await addUnshownChange(tx, { client, ...choice })
  await addNewEmail(tx, { client, id: newEmailOf(client) })
  await addEmailHold(tx, { client })
  await addUnsubscribeLink(tx, { client })
  await addCachedRead(tx, { client })
  const accountNumber = `${account}-${client}`
  await addCachedNumber(tx, { client, number: tokenHash, accountNumber })
  await addCachedNumber(tx, { client, number: Buffer.from(client), accountNumber: account })
}

/**
 * Writes the erasure of the person with one pseudonym at each client, at different times, with the
 * same documents left.
 */
export async function writeErasures(tx: Queries, client: string): Promise<void> {
  const document = { client: "both", accountNumber: account, documentId: "both" }
  const documents = [{ ...document, documentSource: "", documentCategory: "" }]
  await addErasure(tx, {
    client,
    erasedAt: either(client, noon, later(noon, { hours: 1 })),
    documents,
  })
}
