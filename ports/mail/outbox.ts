import { randomUUID } from "node:crypto"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import { type Seal, SealBroken } from "#platform/keys/seal.ts"
import { deleteEmail, deleteFinished, findWaiting, insertEmail } from "./outbox.store.ts"
import type { AddressedEmail, Email, EmailOutbox } from "./port.ts"

export { findMailBacklog } from "./outbox.store.ts"

/**
 * Adds emails in the transaction of the change that causes them. `emailDeliveryJob` sends them, and
 * retries after a failure.
 */
export function createOutbox({ seal, clock }: { seal: Seal; clock: Clock }): EmailOutbox {
  return {
    async add(tx, { expiresAt, ...content }) {
      const id = randomUUID()
      const sealed = sealEmail(seal, id, content)
      const now = clock.now()
      const hasNoRecipient = content.to === null
      await insertEmail(tx, { id, sealed, now, expiresAt: expiresAt ?? null, hasNoRecipient })
      if (hasNoRecipient) await deleteEmail(tx, id)
    },
  }
}

/** Deletes emails that were sent or given up before `before`. */
export async function deleteFinishedEmails(database: Database, before: Date): Promise<void> {
  await deleteFinished(database, before)
}

/** Deletes the waiting emails to these addresses. Returns how many. */
export async function deleteEmailsTo(
  tx: Queries,
  seal: Seal,
  addresses: readonly string[],
): Promise<number> {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  if (wanted.size === 0) return 0
  let deleted = 0
  for (const { id, sealed } of await findWaiting(tx)) {
    const to = recipientOf(seal, id, sealed)
    if (to === undefined || !wanted.has(to.toLowerCase())) continue
    await deleteEmail(tx, id)
    deleted += 1
  }
  return deleted
}

/** The recipient; undefined for an email that was sealed with another key and cannot be read. */
function recipientOf(seal: Seal, id: string, sealed: Buffer): string | undefined {
  try {
    return unsealEmail(seal, id, sealed).to
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

type Content = Omit<Email, "expiresAt">

/**
 * Encrypts an email, because it contains one-time codes and names that a reader of the table must
 * not see.
 */
function sealEmail(seal: Seal, id: string, content: Omit<AddressedEmail, "expiresAt">): Buffer {
  return seal.seal(JSON.stringify(content), emailPurposeOf(id))
}

/**
 * Decrypts an email. Errors: `SealBroken`, for example when the row was written with another key.
 */
export function unsealEmail(seal: Seal, id: string, sealed: Buffer): Content {
  return JSON.parse(seal.unseal(sealed, emailPurposeOf(id))) as Content
}

/** The purpose that ties the content to its row, so that it cannot be moved to another row. */
export function emailPurposeOf(id: string): string {
  return `mail.outbox ${id}`
}
