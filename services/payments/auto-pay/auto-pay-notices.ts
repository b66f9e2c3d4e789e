import { messages } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import { shownDate } from "#platform/text/dates.ts"
import { earlier } from "#platform/time.ts"
import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import {
  type DeclinedCharge,
  type ExpiringCard,
  findExpiringCards,
  findUntoldDeclines,
  insertNotice,
} from "../billing/billing-run.store.ts"
import { lastDayOf } from "../methods/card-expiry.ts"
import { methodHeader } from "../methods/payment-method-presenter.ts"
import { findMethod } from "../methods/payment-methods.store.ts"
import { declineMessage } from "../payment-presenter.ts"
import { type Attempt, attemptOfKey } from "./auto-pay-attempts.ts"
import { autoPayDeclinedEmail, cardExpiringEmail } from "./auto-pay-email.ts"

/** Days before its last one from which a card is spoken of. */
const warnDays = 30
/** What was declined longer ago is no news any more. */
const newsDays = 30
const pageSize = 200

type Reader = { brand: EmailBrand; firstName: string }

/**
 * Tells people what auto pay could not do, each thing once: the mail and the note that it was sent
 * are written together. Sent also to who has unsubscribed, for their coverage hangs on it.
 */
export function createAutoPayNotices(deps: Deps) {
  const { database, clock, policyAdmin, outbox, wakeEmail, brands, brandOf } = deps

  /** Tells of every charge that was declined and not told of. Returns how many. */
  async function tellDeclines(): Promise<number> {
    const since = earlier(clock.now(), { days: newsDays })
    let told = 0
    let page: DeclinedCharge[]
    do {
      page = await findUntoldDeclines(database, since, pageSize)
      for (const charge of page) {
        const why = messages[declineMessage(charge.reason)].content
        const { methodLabel, id, idempotencyKey, dueDate } = charge
        const attempt = attemptOfKey(idempotencyKey, Temporal.PlainDate.from(dueDate))
        await tell(charge, `declined ${id}`, missed(charge, methodLabel, why, attempt))
        told += 1
      }
    } while (page.length === pageSize)
    return told
  }

  /** Tells that a product is on auto pay by a method that is gone. */
  async function tellMethodGone(due: AutoPayDue, attempt: Attempt): Promise<void> {
    const { policyNumber, dueDate } = due
    const why = messages["payment.declined.methodGone"].content
    const subject = `method gone ${policyNumber} ${dueDate} ${attempt.number}`
    await tell(due, subject, missed(due, "", why, attempt))
  }

  /** Tells who pays by a card that it expires soon. Returns how many were told. */
  async function tellExpiringCards(): Promise<number> {
    const today = clock.today()
    const by = today.add({ days: warnDays }).toString()
    let told = 0
    let page: ExpiringCard[] = []
    do {
      const after = page.at(-1)?.number ?? 0
      page = await findExpiringCards(database, today.toString(), by, after, pageSize)
      for (const card of page) if (await tellExpiring(card)) told += 1
    } while (page.length === pageSize)
    return told
  }

  async function tellExpiring(card: ExpiringCard): Promise<boolean> {
    const { client, accountNumber, recordId, expirationDate } = card
    const account = await policyAdmin.account(client, accountNumber)
    const paidByIt = (account?.products ?? []).filter(
      ({ active, billing }) => active && billing.paymentMethodRecordId === recordId,
    )
    const method = await findMethod(database, client, accountNumber, recordId)
    const lastDay = method && lastDayOf(method)
    if (paidByIt.length === 0 || !lastDay) return false
    const product = paidByIt.map(nameOf).join("; ")
    await tell(card, `card ${recordId} ${expirationDate}`, (reader) =>
      cardExpiringEmail({
        ...reader,
        product,
        method: methodHeader(method),
        lastDay: shownDate(lastDay.toString()),
      }),
    )
    return true
  }

  async function tell(
    { client, accountNumber }: { client: string; accountNumber: string },
    subject: string,
    letter: (reader: Reader) => EmailMessage,
  ): Promise<void> {
    const person = await policyAdmin.person(client, accountNumber)
    const brand = await brandOf(client, await brands.siteAddressOf(client))
    await database.transaction(async (tx) => {
      const isFirst = await insertNotice(tx, client, subject, clock.now())
      // Without an address there is nobody to tell by mail; the screens tell them.
      if (!isFirst || !person || person.emailAddress === "") return
      const written = letter({ brand, firstName: person.firstName })
      await outbox.add(tx, addressed(written, brand, person.emailAddress))
    })
    wakeEmail()
  }

  return { tellDeclines, tellMethodGone, tellExpiringCards }
}

function missed(
  charge: { productDesc: string; policyNumber: string; amount: number },
  method: string,
  why: string,
  attempt: Attempt,
): (reader: Reader) => EmailMessage {
  const nextTry = shownDate(attempt.next?.toString() ?? null)
  const amount = dollarsOf(charge.amount)
  return (reader) =>
    autoPayDeclinedEmail({ ...reader, product: nameOf(charge), amount, method, why, nextTry })
}

function nameOf({ productDesc, policyNumber }: { productDesc: string; policyNumber: string }) {
  return `${productDesc}, ${policyNumber}`
}
