import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import type { Greeted } from "#platform/email/layout.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { writeStanding } from "./standing-differences.store.ts"

export const noticeNames = [
  "receipt",
  "declined payment",
  "canceled payment",
  "returned payment",
  "revoked payment",
  "refund",
  "failed refund",
  "correction",
  "failed auto pay",
  "dropped charge",
  "changed auto pay",
  "skipped debit",
  "expiring card",
  "payment method",
] as const

/** Identifies a required email for operators. */
export interface Notice {
  name: (typeof noticeNames)[number]
  /**
   * Unique together with the name and the account: a confirmation number, or the id of the event.
   */
  id: string
  paymentId?: string | null
  /** Cents; absent if the notice is not about money. */
  amount?: number | null
}

interface About {
  client: string
  accountNumber: string
  siteAddress: string
}

type Reader = Greeted & { brand: EmailBrand }

/** Add it in the transaction of the event, and call `wakeEmail` after the commit. */
export interface RequiredEmail {
  /** Without an address, this stores a difference of the ledger instead of an email. */
  add: ReadyEmail
  isAddressed: boolean
}

type Needed = Pick<Deps, "policyAdmin" | "outbox" | "brandOf" | "clock" | "log" | "adapterMetrics">

/**
 * Writes an email that a customer gets even if they unsubscribed, such as the confirmation of an
 * authorization. If the account system has no address, or no longer has the account, an operator
 * must inform the customer: the notice is stored as a difference, counted and logged. Call it
 * before the transaction.
 *
 * Errors: `AccountSystemAway`.
 */
export async function requiredEmail(
  deps: Needed,
  about: About,
  notice: Notice,
  compose: (to: Reader) => EmailMessage,
): Promise<RequiredEmail> {
  const { client, accountNumber, siteAddress } = about
  const person = await deps.policyAdmin.person(client, accountNumber)
  const brand = await deps.brandOf(client, siteAddress)
  return emailTo(deps, { ...about, person, brand }, notice, compose)
}

/**
 * Like `requiredEmail`, for a customer who is already loaded. `person`: undefined if the account is
 * unknown.
 */
export function emailTo(
  deps: Needed,
  about: Omit<About, "siteAddress"> & { person: Person | undefined; brand: EmailBrand },
  notice: Notice,
  compose: (to: Reader) => EmailMessage,
): RequiredEmail {
  const { person, brand } = about
  if (!person || person.emailAddress === "") {
    const why = person ? "no email address" : "the account system has no such account"
    return unsentNoticeEmail(deps, about, notice, why)
  }
  const { firstName, policyNumber, emailAddress } = person
  const email = addressed(compose({ brand, firstName, policyNumber }), brand, emailAddress)
  return { add: (tx) => deps.outbox.add(tx, email), isAddressed: true }
}

/** A required email that cannot be written, for a reason in plain words. */
export function unsentNoticeEmail(
  deps: Needed,
  about: Omit<About, "siteAddress">,
  notice: Notice,
  why: string,
): RequiredEmail {
  return { add: (tx) => noteUnsent(deps, tx, about, notice, why), isAddressed: false }
}

async function noteUnsent(
  { clock, log, adapterMetrics }: Needed,
  tx: Parameters<ReadyEmail>[0],
  { client, accountNumber }: Omit<About, "siteAddress">,
  { name, id, paymentId = null, amount = null }: Notice,
  why: string,
): Promise<void> {
  const subject = `account ${accountNumber} ${name} ${id}`
  const now = clock.now()
  const facts = { paymentId, ours: amount, detail: why, at: now }
  const isNew = await writeStanding(tx, { kind: "untold", client, subject }, facts, now)
  if (!isNew) return
  adapterMetrics.unsentNotices.inc({ notice: name })
  log.error({ client, notice: name, reason: why }, "A customer could not be informed by email.")
}
