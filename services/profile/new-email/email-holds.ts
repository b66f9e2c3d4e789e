import { ApiError } from "#contracts/messages.ts"
import type { emailChange } from "#contracts/profile/email-change.ts"
import { emailHoldDays } from "#contracts/rules.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf, EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import type { Localize } from "#platform/localize.ts"
import { maskedEmail } from "#platform/text/words.ts"
import { later } from "#platform/time.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Audit } from "#services/audit/audit.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
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

interface Needs {
  database: Database
  clock: Clock
  secrets: Secrets
  policyAdmin: PolicyAdmin
  audit: Audit
  outbox: EmailOutbox
  wakeEmail: () => void
  brandOf: BrandOf
  localize: Localize
  alertsTo: string
  registrations: {
    of(client: string, accountNumber: string): Promise<{ userid: string } | undefined>
    /** Ends what is open of a person: sessions, acting staff included, and links to reset. */
    logOut(tx: Queries, userid: string): Promise<void>
  }
}

/**
 * After staff have changed an email address, the one before it is asked: it gets a link to confirm
 * the change and one to deny it. Until it confirms, or for seven days, the account is on hold; see
 * `createEmailGuard`.
 */
export function createEmailHolds(needs: Needs) {
  const { database, clock, secrets, audit, outbox, registrations, localize } = needs

  const handlers: Handlers<typeof emailChange> = {
    async [key](request) {
      const { site, body } = request
      const tokenHash = secrets.hash("email change", body.token)
      const hold = await findEmailHoldByToken(database, tokenHash, clock.now())
      const isOfSite = hold && [site.client, ...site.clients].includes(hold.client)
      if (!isOfSite || !isOwn(body.token, hold)) throw new ApiError("emailChange.link")
      const { client, accountNumber } = hold
      const user = await registrations.of(client, accountNumber)
      const asked = { hold, tokenHash, userid: user?.userid ?? null }
      if (body.answer === "mine") await confirm(request, asked)
      else await deny(request, asked)
      const isMine = body.answer === "mine"
      const id = isMine ? "emailChange.confirmed" : "emailChange.denied"
      const { phoneNumber } = await needs.brandOf(client, site.origin)
      return { messages: [await localize(client, id, { phone: phoneNumber })] }
    },
  }

  /** The token says itself whose it is, whatever its row says. */
  function isOwn(token: string, { client, accountNumber }: EmailHold): boolean {
    return secrets.isBound("email change", token, client, accountNumber)
  }

  async function confirm({ ip }: AnswerRequest, { hold, tokenHash, userid }: Asked) {
    await database.transaction(async (tx) => {
      await use(tx, tokenHash)
      await deleteEmailHold(tx, hold.client, hold.accountNumber)
      await audit.record(tx, { ...entryOf(hold, userid, ip), action: "emailChange.confirm" })
    })
  }

  async function deny({ site, ip }: AnswerRequest, { hold, tokenHash, userid }: Asked) {
    const { client, accountNumber } = hold
    const brand = await needs.brandOf(client, site.origin)
    const alert = emailChangeDeniedAlert({ brand, client, accountNumber, at: clock.now() })
    await database.transaction(async (tx) => {
      await use(tx, tokenHash)
      if (userid !== null) {
        await registrations.logOut(tx, userid)
        await dropApprovalsOf(tx, userid)
      }
      await outbox.add(tx, addressed(alert, brand, needs.alertsTo))
      await audit.record(tx, { ...entryOf(hold, userid, ip), action: "emailChange.deny" })
    })
    needs.wakeEmail()
  }

  /** Errors: `emailChange.link` for all callers but the first. */
  async function use(tx: Queries, tokenHash: Buffer): Promise<void> {
    const isUsed = await useEmailHoldToken(tx, tokenHash, clock.now(), endOfHold())
    if (!isUsed) throw new ApiError("emailChange.link")
  }

  /**
   * To be called within the transaction that puts a change by staff on record. Asks the address
   * that counted before any change of the hold: otherwise a second change would ask the address
   * that the first one brought. `onFile` is the address before this change, and before any other
   * that is still on its way. Returns the address that was asked; null where there is none.
   */
  async function begin(
    tx: Queries,
    { client, before, after }: ContactChange,
    { brand, onFile }: { brand: EmailBrand; onFile: string },
  ): Promise<string | null> {
    const { accountNumber, firstName } = before
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
    const news = { brand, firstName, at: now, changed: changed.join(", "), newAddress, token }
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
