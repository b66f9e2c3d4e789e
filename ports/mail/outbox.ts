import { randomUUID } from "node:crypto"
import type { Seal } from "#database/seal.ts"
import type { Clock } from "#ports/clock.ts"
import { insertMail } from "./outbox.store.ts"
import type { Mail, MailOutbox } from "./port.ts"

/** Writes mails beside the change that causes them; `startMailWorker` sends them. */
export function createOutbox({ seal, clock }: { seal: Seal; clock: Clock }): MailOutbox {
  return {
    async add(tx, { expiresAt, ...content }) {
      const id = randomUUID()
      await insertMail(tx, {
        id,
        sealed: sealMail(seal, id, content),
        now: clock.now(),
        expiresAt: expiresAt ?? null,
      })
    },
  }
}

type Content = Omit<Mail, "expiresAt">

/** A mail holds one-time codes and names: whoever reads the table must not read those. */
function sealMail(seal: Seal, id: string, content: Content): Buffer {
  return seal.seal(JSON.stringify(content), purposeOf(id))
}

/** Errors: `SealBroken`, as when the row was written with another key. */
export function unsealMail(seal: Seal, id: string, sealed: Buffer): Content {
  return JSON.parse(seal.unseal(sealed, purposeOf(id))) as Content
}

/** Ties a content to its row, so that it cannot be put under another. */
function purposeOf(id: string): string {
  return `mail.outbox ${id}`
}
