import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { earlier } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { totalDue } from "#services/products/due-status.ts"
import { type Notice, requiredEmail } from "../differences/required-email.ts"
import { chargedAfterExpiry, warnDays } from "../methods/expiring-card.ts"
import { type BlockedReason, findMethod } from "../methods/payment-methods.store.ts"
import type { MethodGoneReason } from "../paying/payment-reasons.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import { closeNotifiedOtherwise } from "./announced-charges.store.ts"
import { autoPayFailedEmail, cardExpiringEmail } from "./auto-pay-email.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import {
  type DeclinedCharge,
  type ExpiringCard,
  findExpiringCards,
  findUnsentDeclineNotices,
  insertNotice,
} from "./billing-run.store.ts"
import { expiringMessages, failedText, nextTexts } from "./failed-charge-status-presenter.ts"
import { recordRetry } from "./retries.ts"

/** Days after which a decline is no longer emailed. */
const newsDays = 30
const pageSize = 200

type Reader = { brand: EmailBrand; firstName: string }

/**
 * Emails customers about declined charges and expiring cards. One transaction writes the email and
 * the row that prevents a second one. Unsubscribed customers get these emails too, because they
 * concern coverage.
 */
export function createDeclineAndExpiryEmails(
  deps: Deps,
  failures: AutoPayFailures,
  metrics: Pick<PaymentMetrics, "unsentChargeNotices">,
) {
  const { database, clock, policyAdmin, wakeEmail, brands, localize } = deps

  /**
   * Emails customers about every declined or refused charge of a client that was not emailed yet.
   * Returns how many are new.
   */
  async function notifyDeclines(client: string, signal?: AbortSignal): Promise<number> {
    const since = earlier(clock.now(), { days: newsDays })
    let told = 0
    let page: DeclinedCharge[]
    do {
      page = await findUnsentDeclineNotices(database, client, since, pageSize)
      for (const charge of page) {
        signal?.throwIfAborted()
        if (await notifyFailure(charge, charge.notice)) told += 1
      }
    } while (page.length === pageSize)
    return told
  }

  /**
   * Notifies the customer once that a charge is not made, because the account system has a method
   * that we never had, such as one agreed to by phone. The client may charge it itself, so auto pay
   * is not suspended, and no payment is demanded.
   */
  async function notifyMethodUnknown(due: AutoPayDue): Promise<void> {
    const { client, policyNumber, dueDate, paymentMethodRecordId } = due
    const charge = { ...due, id: null, reason: "methodUnknown", methodLabel: "" }
    const id = `method unknown ${policyNumber} ${dueDate} ${paymentMethodRecordId}`
    const next = (await localize(client, "autoPay.next.elsewhere")).content
    await notifyFailure({ ...charge, decidedAt: clock.now() }, id, next)
  }

  /**
   * Suspends auto pay whose method was deleted, blocked or cannot be verified, and notifies the
   * customer.
   */
  async function notifyMethodGone(
    due: AutoPayDue,
    reason: MethodGoneReason | BlockedReason,
  ): Promise<void> {
    const { policyNumber, dueDate, paymentMethodRecordId } = due
    await failures.suspendMethodGone(due, reason)
    const charge = {
      ...due,
      id: null,
      reason,
      methodLabel: "",
      decidedAt: clock.now(),
    }
    await notifyFailure(charge, `method gone ${policyNumber} ${dueDate} ${paymentMethodRecordId}`)
  }

  /**
   * `known`: the texts about what happens next; by default, the texts of the product's
   * failed-charge status.
   */
  async function notifyFailure(
    charge: UnsentFailureNotice,
    subject: string,
    known?: readonly string[],
  ): Promise<boolean> {
    const { client, policyNumber, amount } = charge
    const account = await policyAdmin.account(client, charge.accountNumber)
    const policy = account?.products.find((one) => one.policyNumber === policyNumber)
    const today = await brands.todayOf(client)
    const story = (
      await failures.failedChargeStatusesOf(charge, policy ? [policy] : [], today)
    ).get(policyNumber)
    const failed = {
      paymentId: charge.id,
      origin: "autoPay",
      status: "declined",
      reason: charge.reason,
      amount,
      method: charge.methodLabel,
      chargedOn: dayAt(charge.decidedAt, await brands.timeZoneOf(client)).toString(),
    } as const
    const isRepeated = charge.status === "canceled" && policy && totalDue(policy.billing) > 0
    const other = isRepeated ? "autoPay.next.nextDay" : "autoPay.next.settled"
    const otherTexts = async () => (await localize(client, other)).content
    const texts = [
      await failedText(localize, client, failed, dateInWords),
      ...(known ??
        (story ? await nextTexts(localize, client, story, dateInWords) : await otherTexts())),
    ].flatMap(paragraphsOf)
    const compose = (reader: Reader) =>
      autoPayFailedEmail({
        ...reader,
        product: productWithNumber(charge, policy),
        amount,
        method: charge.methodLabel,
        texts,
        isSuspended: story?.state === "suspended",
      })
    const notice = { name: "failed auto pay", id: charge.id ?? subject, amount } as const
    const about = { ...notice, paymentId: charge.id }
    return await tell(charge, subject, about, compose, async (tx, isUnsent) => {
      // This email is about the charge that was announced for the method.
      if (charge.id === null)
        await closeNotifiedOtherwise(tx, charge, today.toString(), clock.now())
      const retry = { ...charge, policy, next: story?.next ?? null, today, isUnsent }
      await recordRetry(tx, retry, clock.now(), metrics)
    })
  }

  /**
   * Notifies customers of a client that an auto pay card expires soon, before its next charge,
   * counting from the client's business day. Returns how many are new.
   */
  async function notifyExpiringCards(
    client: string,
    today: Temporal.PlainDate,
    signal?: AbortSignal,
  ): Promise<number> {
    const by = today.add({ days: warnDays }).toString()
    let told = 0
    let page: ExpiringCard[] = []
    do {
      const after = page.at(-1)?.number ?? 0
      page = await findExpiringCards(database, client, today.toString(), by, after, pageSize)
      for (const card of page) {
        signal?.throwIfAborted()
        if (await tellExpiring(card, today)) told += 1
      }
    } while (page.length === pageSize)
    return told
  }

  async function tellExpiring(card: ExpiringCard, today: Temporal.PlainDate): Promise<boolean> {
    const { client, accountNumber, recordId, expirationDate } = card
    const account = await policyAdmin.account(client, accountNumber)
    const method = await findMethod(database, client, accountNumber, recordId)
    if (!account || !method) return false
    const affected = await chargedAfterExpiry(deps, card, method, account.products, today)
    const [first] = affected
    if (!first) return false
    const { content } = await localize(
      client,
      ...expiringMessages(first, today, dateInWords).sentence,
    )
    const charges = affected.map(({ policy, amount, chargeOn }) => ({
      product: productWithNumber(policy, policy),
      amount,
      date: chargeOn,
    }))
    const id = `card ${recordId} ${expirationDate}`
    return await tell(card, id, { name: "expiring card", id }, (reader) =>
      cardExpiringEmail({ ...reader, charges, texts: content.flatMap(paragraphsOf) }),
    )
  }

  /** False if the same notice was written before. */
  async function tell(
    { client, accountNumber }: { client: string; accountNumber: string },
    subject: string,
    notice: Notice,
    compose: (reader: Reader) => EmailMessage,
    alongside?: (tx: Queries, isUnsent: boolean) => Promise<void>,
  ): Promise<boolean> {
    const siteAddress = await brands.siteAddressOf(client)
    const about = { client, accountNumber, siteAddress }
    const email = await requiredEmail(deps, about, notice, compose)
    const isNew = await database.transaction(async (tx) => {
      const isFirst = await insertNotice(tx, client, subject, clock.now())
      if (!isFirst) return false
      await email.add(tx)
      await alongside?.(tx, !email.isAddressed)
      return true
    })
    wakeEmail()
    return isNew
  }

  return { notifyDeclines, notifyMethodGone, notifyMethodUnknown, notifyExpiringCards }
}

type UnsentFailureNotice = Omit<DeclinedCharge, "id" | "status" | "notice"> & {
  id: string | null
  status?: DeclinedCharge["status"]
}
