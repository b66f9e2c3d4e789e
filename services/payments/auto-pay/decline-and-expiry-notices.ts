import { messages } from "#contracts/messages.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
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

/** Days before the last day of a card from which we warn the customer. */
const warnDays = 30
/** No email is sent about an older decline. */
const newsDays = 30
const pageSize = 200

type Reader = { brand: EmailBrand; firstName: string }

/**
 * Emails customers about declined charges and expiring cards. One transaction writes the email and
 * the row that prevents a second one. Unsubscribed customers get these emails too, because they
 * concern coverage.
 */
export function createAutoPayNotices(deps: Deps) {
  const { database, clock, policyAdmin, outbox, wakeEmail, brands, brandOf } = deps

  /** Emails about every declined charge of a client without an email yet. Returns their number. */
  async function tellDeclines(client: string): Promise<number> {
    const since = earlier(clock.now(), { days: newsDays })
    let told = 0
    let page: DeclinedCharge[]
    do {
      page = await findUntoldDeclines(database, client, since, pageSize)
      for (const charge of page) {
        const why = messages[declineMessage(charge.reason)].content
        const { methodLabel, id, idempotencyKey } = charge
        const attempt = attemptOfKey(idempotencyKey)
        await tell(charge, `declined ${id}`, missed(charge, methodLabel, why, attempt))
        told += 1
      }
    } while (page.length === pageSize)
    return told
  }

  /** Tells a customer that auto pay uses a deleted method. */
  async function tellMethodGone(due: AutoPayDue, attempt: Attempt): Promise<void> {
    const { policyNumber, dueDate } = due
    const why = messages["payment.declined.methodGone"].content
    const subject = `method gone ${policyNumber} ${dueDate} ${attempt.number}`
    await tell(due, subject, missed(due, "", why, attempt))
  }

  /**
   * Tells customers of a client whose auto pay uses a card that expires soon, counted from its
   * business day. Returns their number.
   */
  async function tellExpiringCards(client: string, today: Temporal.PlainDate): Promise<number> {
    const by = today.add({ days: warnDays }).toString()
    let told = 0
    let page: ExpiringCard[] = []
    do {
      const after = page.at(-1)?.number ?? 0
      page = await findExpiringCards(database, client, today.toString(), by, after, pageSize)
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
        lastDay,
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
      // Without an address there is no email. The screens show it too.
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
  const product = nameOf(charge)
  const { amount } = charge
  const nextTry = attempt.next
  return (reader) => autoPayDeclinedEmail({ ...reader, product, amount, method, why, nextTry })
}

function nameOf({ productDesc, policyNumber }: { productDesc: string; policyNumber: string }) {
  return `${productDesc}, ${policyNumber}`
}
