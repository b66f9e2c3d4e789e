import { maskedEmail } from "#contracts/email-address-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import type { emailChange } from "#contracts/profile/email-change.ts"
import { emailHoldDays } from "#contracts/staff/dual-approval.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { later } from "#platform/time.ts"
import { type CallRequest, clientsOf, type Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RegisteredUsers } from "#services/identity/registration/registered-users.ts"
import { dropApprovalsOf } from "#services/staff/approvals/approvals.ts"
import { changedParts, partNames } from "../contact/contact.ts"
import type { ContactChange } from "../contact/contact-changes.store.ts"
import { emailChangeDeniedAlert, staffChangedAddressEmail } from "./email-change-email.ts"
import {
  deleteEmailHold,
  deleteExpiredEmailHolds,
  type EmailHold,
  findEmailHoldByToken,
  lockEmailHold,
  replaceEmailHold,
  useEmailHoldToken,
} from "./email-holds.store.ts"

const key = "POST /myaccount-core/emailChange"
type AnswerRequest = CallRequest<(typeof emailChange)[typeof key]>

/**
 * After staff change an email address, the previous address gets a link to confirm the change and
 * one to deny it. Until it is confirmed, or for seven days, the account is on hold; see
 * `createRecentEmailChanges`.
 */
export function createEmailHolds(deps: Deps, registeredUsers: RegisteredUsers) {
  const { database, clock, secrets, audit, outbox, brandOf, localize, alertsTo, wakeEmail } = deps

  const handlers: Handlers<typeof emailChange> = {
    async [key](request) {
      const { site, body } = request
      const tokenHash = secrets.hash("email change", body.token)
      const hold = await findEmailHoldByToken(database, clientsOf(site), tokenHash, clock.now())
      if (!hold || !isOwn(body.token, hold)) throw new ApiError("emailChange.link")
      const { client, accountNumber } = hold
      const user = await registeredUsers.of(client, accountNumber)
      const asked = { hold, tokenHash, userid: user?.userid ?? null }
      if (body.answer === "mine") await confirm(request, asked)
      else await deny(request, asked)
      const isMine = body.answer === "mine"
      const id = isMine ? "emailChange.confirmed" : "emailChange.denied"
      const { phoneNumber } = await brandOf(client, site.origin)
      return { messages: [await localize(client, id, { phone: phoneNumber })] }
    },
  }

  /**
   * The token itself contains the account, so moving a row to another account does not help an
   * attacker.
   */
  function isOwn(token: string, { client, accountNumber }: EmailHold): boolean {
    return secrets.isBound("email change", token, client, accountNumber)
  }

  async function confirm({ ip }: AnswerRequest, { hold, tokenHash, userid }: Asked) {
    await database.transaction(async (tx) => {
      await use(tx, { client: hold.client, tokenHash })
      await deleteEmailHold(tx, hold.client, hold.accountNumber)
      await audit.record(tx, { ...entryOf(hold, userid, ip), action: "emailChange.confirm" })
    })
  }

  async function deny({ site, ip }: AnswerRequest, { hold, tokenHash, userid }: Asked) {
    const { client, accountNumber } = hold
    const brand = await brandOf(client, site.origin)
    const alert = emailChangeDeniedAlert({ brand, client, accountNumber, at: clock.now() })
    await database.transaction(async (tx) => {
      await use(tx, { client: hold.client, tokenHash })
      if (userid !== null) {
        await registeredUsers.signOut(tx, { client, userid })
        await dropApprovalsOf(tx, client, userid)
      }
      await outbox.add(tx, addressed(alert, brand, alertsTo))
      await audit.record(tx, { ...entryOf(hold, userid, ip), action: "emailChange.deny" })
    })
    wakeEmail()
  }

  /** Errors: `emailChange.link` if the link was already used. */
  async function use(tx: Queries, link: Parameters<typeof useEmailHoldToken>[1]): Promise<void> {
    const isUsed = await useEmailHoldToken(tx, link, clock.now(), endOfHold())
    if (!isUsed) throw new ApiError("emailChange.link")
  }

  /**
   * Call it in the transaction that audits a change by staff. It emails the address that was on
   * file before all changes of the hold: otherwise a second change would ask the address that the
   * first change set. `onFile` is the address before this change and before any other open change.
   * Returns the address that gets the links, or null if there is none.
   */
  async function begin(
    tx: Queries,
    { client, before, after }: ContactChange,
    { brand, onFile }: { brand: EmailBrand; onFile: string },
  ): Promise<string | null> {
    const { accountNumber, firstName, policyNumber = "" } = before
    const now = clock.now()
    const earlier = await lockEmailHold(tx, client, accountNumber, now)
    const provenAddress = earlier ? earlier.provenAddress : onFile || null
    const token = secrets.bound("email change", client, accountNumber)
    const expiresAt = endOfHold()
    const tokenHash = provenAddress === null ? null : secrets.hash("email change", token)
    await replaceEmailHold(tx, { client, accountNumber, provenAddress, tokenHash, expiresAt })
    if (provenAddress === null) return null
    const changed = changedParts(before, after).map((part) => partNames[part])
    const newAddress = maskedEmail(after.emailAddress)
    const person = { firstName, policyNumber }
    const news = { brand, ...person, at: now, changed: changed.join(", "), newAddress, token }
    await outbox.add(tx, addressed(staffChangedAddressEmail(news), brand, provenAddress, expiresAt))
    return provenAddress
  }

  function endOfHold(): Date {
    return later(clock.now(), { days: emailHoldDays })
  }

  return {
    handlers,
    begin,
    forgetExpired: () => deleteExpiredEmailHolds(database, clock.now()),
  }
}

export type EmailHolds = ReturnType<typeof createEmailHolds>

interface Asked {
  hold: EmailHold
  tokenHash: Buffer
  userid: string | null
}

function entryOf({ client, accountNumber }: EmailHold, subjectUserid: string | null, ip: string) {
  return { client, accountNumber, subjectUserid, actor: { kind: "visitor" } as const, ip }
}
