import { randomUUID } from "node:crypto"
import { maskedEmail } from "#contracts/email-address-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { AccountSystemRefused } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
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

/**
 * Changes contact data in the account system, audits the change and emails the person: at the old
 * address and, if the address changed, at the new one too.
 */
export function createContactChanges(deps: Deps, { begin: beginHold }: Pick<EmailHolds, "begin">) {
  const { database, clock, policyAdmin, audit, events, outbox, wakeEmail, brandOf } = deps

  /**
   * Returns after the change is made and the emails are written. Does nothing if nothing differs.
   *
   * `isThere` checks whether the registration still exists. It is called after the change was saved
   * as open: otherwise the new address could be used to repeat a registration that is being
   * deleted.
   *
   * `count` counts the change in a rate limit once something differs; it throws when the limit is
   * reached.
   *
   * Errors: `profile.changedMeanwhile`, `request.notFound` and `AccountSystemRefused`, when nothing
   * was changed; errors of `count`; `AccountSystemAway`, when the next read shows whether it was
   * changed.
   */
  async function change(
    asked: ContactChange,
    isThere: () => Promise<boolean>,
    count?: (tx: Queries) => Promise<void>,
  ): Promise<void> {
    const { client, before, after } = asked
    if (changedParts(before, after).length === 0) return
    const row = { ...asked, id: randomUUID() }
    await database.transaction(async (tx) => {
      await count?.(tx)
      await insertContactChange(tx, row, clock.now())
    })
    if (!(await isThere())) {
      await deleteContactChange(database, row)
      throw new ApiError("request.notFound")
    }
    const { accountNumber, contactVersion } = before
    const result = await policyAdmin
      .changeContact(client, accountNumber, contactVersion, after)
      .catch(async (error: unknown) => {
        if (error instanceof AccountSystemRefused) await settle(row, false)
        throw error
      })
    const isDone = result !== false
    await settle(row, isDone)
    if (!isDone) throw new ApiError("profile.changedMeanwhile")
  }

  /** Ends a change that was made or rejected; the first caller to do so sends the emails. */
  async function settle(row: ContactChangeRow, isDone: boolean): Promise<void> {
    const brand = await brandOf(row.client, row.siteAddress)
    await database.transaction(async (tx) => {
      const onFile = await addressBefore(tx, row)
      const isFirst = await deleteContactChange(tx, row)
      if (!isFirst || !isDone) return
      // A newer address is on file, so an address that is waiting for its code is dropped.
      const { accountNumber } = row.before
      const isNewEmail = changedParts(row.before, row.after).includes("email")
      if (isNewEmail) await deleteNewEmail(tx, row.client, accountNumber)
      const isByStaff = isNewEmail && row.by.actor.kind === "staff"
      const asked = isByStaff ? await beginHold(tx, row, { brand, onFile }) : null
      await tell(tx, row, { brand, told: asked })
      await record(tx, row)
    })
    wakeEmail()
  }

  /** The address on file before all changes that are still open. */
  async function addressBefore(tx: Queries, { client, before }: ContactChangeRow): Promise<string> {
    const open = await contactChangesOf(tx, client, before.accountNumber)
    const first = open.find((one) => changedParts(one.before, one.after).includes("email"))
    return (first ?? { before }).before.emailAddress
  }

  async function tell(
    tx: Queries,
    { before, after }: ContactChangeRow,
    { brand, told }: { brand: EmailBrand; told: string | null },
  ) {
    const changed = changedParts(before, after)
    const email = contactChangedEmail({
      brand,
      firstName: before.firstName,
      policyNumber: before.policyNumber ?? "",
      at: clock.now(),
      changed: changed.map((part) => partNames[part]).join(", "),
      newAddress: changed.includes("email") ? maskedEmail(after.emailAddress) : undefined,
    })
    for (const address of new Set([before.emailAddress, after.emailAddress])) {
      if (address !== "" && address !== told) await outbox.add(tx, addressed(email, brand, address))
    }
  }

  async function record(tx: Queries, { client, before, after, action, by }: ContactChangeRow) {
    const { accountNumber } = before
    const changed = changedParts(before, after)
    await audit.record(tx, {
      client,
      action,
      accountNumber,
      ...by,
      before: recordedContact(before, changed),
      after: recordedContact(after, changed),
    })
    const changedBy = by.actor.kind === "staff" ? "staff" : "customer"
    await events.add(tx, { client, accountNumber }, "contact.changed", { changed, changedBy })
  }

  return { change, settle }
}

export type ContactChanges = ReturnType<typeof createContactChanges>
