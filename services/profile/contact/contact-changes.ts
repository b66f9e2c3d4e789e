import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf, EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { maskedEmail } from "#platform/text/words.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import type { EmailHolds } from "../new-email/email-holds.ts"
import { deleteNewEmail } from "../new-email/new-email.store.ts"
import { changedParts, partNames, recordedContact } from "./contact.ts"
import { contactChangedEmail } from "./contact-changed-email.ts"
import {
  type ContactChange,
  type ContactChangeRow,
  contactChangesOf,
  deleteContactChange,
  insertContactChange,
} from "./contact-changes.store.ts"

interface Needs {
  database: Database
  clock: Clock
  policyAdmin: PolicyAdmin
  audit: Audit
  outbox: EmailOutbox
  wakeEmail: () => void
  brandOf: BrandOf
  /** Asks the old address where staff have changed it: see `createEmailHolds`. */
  beginHold: EmailHolds["begin"]
}

/**
 * Changes contact data in the account system, puts it on record and tells the person: at the old
 * e-mail address and, where that changed, at the new one too.
 */
export function createContactChanges(needs: Needs) {
  const { database, clock, policyAdmin, audit, outbox, wakeEmail } = needs

  /**
   * Returns once the change is made and told of; where nothing differs there is nothing to do.
   *
   * `isThere` says whether the registration that it is made through is there still. It is asked once
   * the change is noted: else a registration that is being deleted could be made anew by the new
   * address at once.
   *
   * Errors: `profile.changedMeanwhile` or `request.notFound`, and nothing was changed;
   * `AccountSystemAway`, and whether it was changed shows on the next read.
   */
  async function change(asked: ContactChange, isThere: () => Promise<boolean>): Promise<void> {
    const { client, before, after } = asked
    if (changedParts(before, after).length === 0) return
    const row = { ...asked, id: randomUUID() }
    await insertContactChange(database, row, clock.now())
    if (!(await isThere())) {
      await deleteContactChange(database, row.id)
      throw new ApiError("request.notFound")
    }
    const { accountNumber, contactVersion } = before
    const isDone = await policyAdmin.changeContact(client, accountNumber, contactVersion, after)
    await settle(row, isDone)
    if (!isDone) throw new ApiError("profile.changedMeanwhile")
  }

  /** Ends a change that was made or refused; the first to do so sends the emails. */
  async function settle(row: ContactChangeRow, isDone: boolean): Promise<void> {
    const brand = await needs.brandOf(row.client, row.siteAddress)
    await database.transaction(async (tx) => {
      const onFile = await addressBefore(tx, row)
      const isFirst = await deleteContactChange(tx, row.id)
      if (!isFirst || !isDone) return
      // A newer address is on file: one that waited for its code is off.
      const { accountNumber } = row.before
      const isNewEmail = changedParts(row.before, row.after).includes("email")
      if (isNewEmail) await deleteNewEmail(tx, row.client, accountNumber)
      const isByStaff = isNewEmail && row.by.actor.kind === "staff"
      const asked = isByStaff ? await needs.beginHold(tx, row, { brand, onFile }) : null
      await tell(tx, row, { brand, told: asked })
      await record(tx, row)
    })
    wakeEmail()
  }

  /** The address on file before every change that is still on its way. */
  async function addressBefore(tx: Queries, { client, before }: ContactChangeRow): Promise<string> {
    const onTheirWay = await contactChangesOf(tx, client, before.accountNumber)
    const first = onTheirWay.find((one) => changedParts(one.before, one.after).includes("email"))
    return (first ?? { before }).before.emailAddress
  }

  async function tell(
    tx: Queries,
    { before, after }: ContactChangeRow,
    { brand, told }: { brand: EmailBrand; told: string | null },
  ) {
    const changed = changedParts(before, after)
    const letter = contactChangedEmail({
      brand,
      firstName: before.firstName,
      at: clock.now(),
      changed: changed.map((part) => partNames[part]).join(", "),
      newAddress: changed.includes("email") ? maskedEmail(after.emailAddress) : undefined,
    })
    for (const address of new Set([before.emailAddress, after.emailAddress])) {
      if (address !== "" && address !== told)
        await outbox.add(tx, addressed(letter, brand, address))
    }
  }

  async function record(tx: Queries, { client, before, after, action, by }: ContactChangeRow) {
    const changed = changedParts(before, after)
    await audit.record(tx, {
      client,
      action,
      accountNumber: before.accountNumber,
      ...by,
      before: recordedContact(before, changed),
      after: recordedContact(after, changed),
    })
  }

  return { change, settle }
}

export type ContactChanges = ReturnType<typeof createContactChanges>
