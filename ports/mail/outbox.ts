import { randomUUID } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import type { Seal } from "#platform/keys/seal.ts"
import { deleteEmail, insertEmail } from "./outbox.store.ts"
import type { AddressedEmail, EmailOutbox, Mail } from "./port.ts"

/** Writes mails beside the change that causes them; `startMailWorker` sends them. */
export function createOutbox({ seal, clock }: { seal: Seal; clock: Clock }): EmailOutbox {
  return {
    async add(tx, { expiresAt, ...content }) {
      const id = randomUUID()
      const sealed = sealEmail(seal, id, content)
      const now = clock.now()
      const isForNobody = content.to === null
      await insertEmail(tx, { id, sealed, now, expiresAt: expiresAt ?? null, isForNobody })
      if (isForNobody) await deleteEmail(tx, id)
    },
  }
}

type Content = Omit<Mail, "expiresAt">

/** A mail holds one-time codes and names: whoever reads the table must not read those. */
function sealEmail(seal: Seal, id: string, content: Omit<AddressedEmail, "expiresAt">): Buffer {
  return seal.seal(JSON.stringify(content), purposeOf(id))
}

/** Errors: `SealBroken`, as when the row was written with another key. */
export function unsealEmail(seal: Seal, id: string, sealed: Buffer): Content {
  return JSON.parse(seal.unseal(sealed, purposeOf(id))) as Content
}

/** Ties a content to its row, so that it cannot be put under another. */
function purposeOf(id: string): string {
  return `mail.outbox ${id}`
}
