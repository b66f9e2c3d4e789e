import { randomUUID } from "node:crypto"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Seal } from "#platform/keys/seal.ts"
import { earlier } from "#platform/time.ts"
import { deleteEmail, deleteFinished, insertEmail } from "./outbox.store.ts"
import type { AddressedEmail, Email, EmailOutbox } from "./port.ts"

export { findMailBacklog } from "./outbox.store.ts"

const keepFinishedDays = 7

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

/** Deletes emails that were sent or given up a week ago. */
export async function deleteFinishedEmails(database: Database, clock: Clock): Promise<void> {
  await deleteFinished(database, earlier(clock.now(), { days: keepFinishedDays }))
}

type Content = Omit<Email, "expiresAt">

/** Emails contain one-time codes and names, which a reader of the table must not see. */
function sealEmail(seal: Seal, id: string, content: Omit<AddressedEmail, "expiresAt">): Buffer {
  return seal.seal(JSON.stringify(content), emailPurposeOf(id))
}

/** Errors: `SealBroken`, as when the row was written with another key. */
export function unsealEmail(seal: Seal, id: string, sealed: Buffer): Content {
  return JSON.parse(seal.unseal(sealed, emailPurposeOf(id))) as Content
}

/** Ties the content to its row, so that it cannot be moved to another. */
export function emailPurposeOf(id: string): string {
  return `mail.outbox ${id}`
}
