import type { MessageId } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import type { Localize } from "#platform/localize.ts"
import { type DateText, dateOfShown, dateOnScreen, shownDate } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { ReasonClass } from "#ports/payment-gateway/port.ts"
import type { AutoPayNotice } from "#services/products/product-presenter.ts"
import { isExpired } from "../methods/card-expiry.ts"
import type { ExpiringBefore } from "../methods/expiring-card.ts"
import { methodHeader } from "../methods/payment-method-presenter.ts"
import { whyMessage } from "../paying/payment-presenter.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { FailedCharge } from "./failed-charge.ts"
import type { FailedChargeStatus } from "./failed-charge-status.ts"
import { classOf } from "./failure-rules.ts"

type Text = [MessageId, Record<string, string>]

/**
 * Explains in one sentence of HTML which charge failed and why, in the client's own texts if it has
 * any.
 */
export async function failedText(
  localize: Localize,
  client: string,
  failed: FailedCharge,
  dateText: DateText,
): Promise<string> {
  const why = await textOf(localize, client, [whyMessage(failed.reason, failed.status), {}])
  const { amount, method, chargedOn } = failed
  const values = {
    ...(amount !== null && { amount: dollarsOf(amount) }),
    ...{ method, date: dateText(chargedOn) },
  }
  // The reason is plain text because values are escaped.
  return await textOf(localize, client, [
    failedMessage(failed),
    { ...values, why: paragraphsOf(why).join(" ") },
  ])
}

function failedMessage({ origin, status, method, amount }: FailedCharge): MessageId {
  if (amount === null) return "autoPay.failed.stopped"
  if (status === "disputeLost") return "autoPay.failed.disputeLost"
  if (status === "returned") {
    return origin === "autoPay" ? "autoPay.failed.returned" : "autoPay.failed.paymentReturned"
  }
  return method === "" ? "autoPay.failed.methodGone" : "autoPay.failed.declined"
}

/** Explains what happens next and what the customer can do, in sentences of HTML. */
export async function nextTexts(
  localize: Localize,
  client: string,
  story: FailedChargeStatus,
  dateText: DateText,
): Promise<string[]> {
  return await Promise.all(
    nextMessages(story, dateText).map((text) => textOf(localize, client, text)),
  )
}

function nextMessages(
  { state, failed, owed, next, isPastDue, methodKind }: FailedChargeStatus,
  dateText: DateText,
): Text[] {
  const values = {
    owed: dollarsOf(owed),
    amount: dollarsOf(next?.amount ?? 0),
    date: dateText(next?.date ?? null),
  }
  if (state !== "suspended") {
    return [[`autoPay.next.${state}`, values], ...bankDayMessage(methodKind, next?.date, dateText)]
  }
  const reasonClass = failed.status === "disputeLost" ? "unauthorized" : classOf(failed.reason)
  const resume: Text = [
    `autoPay.resume.${resumeAfter[failed.reason] ?? resumeOf[reasonClass]}`,
    values,
  ]
  const now: Text = ["autoPay.suspended.now", values]
  // Auto Pay cannot be started while something is past due.
  if (isPastDue) return [now, ["autoPay.resume.afterPayment", values], resume]
  return owed > 0 ? [now, resume, ["autoPay.suspended.owed", values]] : [now, resume]
}

type Resume = "account" | "amount" | "authorize" | "expired" | "first"

/** How the customer starts auto pay again after a reason of ours, or of this class. */
const resumeAfter: Partial<Record<string, Resume>> = {
  methodElsewhere: "first",
  noMethod: "first",
  amountRefused: "amount",
}
const resumeOf: Record<ReasonClass, Resume> = {
  account: "account",
  expired: "expired",
  unauthorized: "authorize",
  "insufficient-funds": "authorize",
  other: "authorize",
}

/** The message with the business day of a debit on `date`, if banks are closed on that day. */
function bankDayMessage(
  methodKind: Payment["methodKind"],
  date: string | undefined,
  dateText: DateText,
): Text[] {
  const sentence =
    methodKind === "bank" && date
      ? bankDayText(shownDate(date), (shown) => dateText(dateOfShown(shown)))
      : ""
  return sentence ? [["autoPay.bankDay", { sentence }]] : []
}

/** The notice on dashboard, payment center and pay now. */
export async function noticeOf(
  localize: Localize,
  client: string,
  story: FailedChargeStatus,
  today: Temporal.PlainDate,
): Promise<AutoPayNotice> {
  const dateText = dateOnScreen(today)
  const isSuspended = story.state === "suspended"
  const title = isSuspended ? "autoPay.suspended" : "autoPay.failed"
  return {
    state: isSuspended ? "suspended" : "failed",
    title: paragraphsOf(await textOf(localize, client, [title, {}])).join(" "),
    content: [
      await failedText(localize, client, story.failed, dateText),
      ...(await nextTexts(localize, client, story, dateText)),
    ],
  }
}

/** The title and the first sentence, which screens and email share. */
export function expiringMessages(
  { card, lastDay, chargeOn }: ExpiringBefore,
  today: Temporal.PlainDate,
  dateText: DateText,
): { title: MessageId; sentence: [MessageId, Record<string, string>] } {
  const title = isExpired(card, today) ? "autoPay.expired" : "autoPay.expiring"
  const values = {
    method: methodHeader(card),
    lastDay: dateText(lastDay.toString()),
    date: dateText(chargeOn),
  }
  return { title, sentence: [`${title}.card`, values] }
}

/** The notice on screens about a card that expires before its next charge. */
export async function expiringNotice(
  localize: Localize,
  client: string,
  expiring: ExpiringBefore,
  today: Temporal.PlainDate,
): Promise<AutoPayNotice> {
  const { title, sentence } = expiringMessages(expiring, today, dateOnScreen(today))
  const [heading, told] = await Promise.all([
    localize(client, title),
    localize(client, ...sentence),
  ])
  const state = isExpired(expiring.card, today) ? "expired" : "expiring"
  return { state, title: heading.content.join(" "), content: told.content }
}

async function textOf(localize: Localize, client: string, [id, values]: Text): Promise<string> {
  const { content } = await localize(client, id, values)
  return content.join(" ")
}

/**
 * The notice on screens about an announced charge of late bills. `amount` is in cents. `isAll`: no
 * other bill is past due.
 */
export async function announcedNotice(
  localize: Localize,
  client: string,
  { amount, method, methodKind, date, deferred, isAll }: Announced,
  today: Temporal.PlainDate,
): Promise<AutoPayNotice> {
  const dateText = dateOnScreen(today)
  const values = { amount: dollarsOf(amount), method, date: dateText(date) }
  return {
    state: "announced",
    title: await textOf(localize, client, ["autoPay.announced", {}]),
    content: [
      ...(await Promise.all(
        (
          [
            ["autoPay.announced.charge", values],
            ...bankDayMessage(methodKind, date, dateText),
          ] satisfies Text[]
        ).map((text) => textOf(localize, client, text)),
      )),
      ...(deferred > 0
        ? [
            await textOf(localize, client, [
              "autoPay.announced.rest",
              { rest: dollarsOf(deferred) },
            ]),
          ]
        : []),
      ...(isAll && deferred === 0
        ? [await textOf(localize, client, ["autoPay.announced.nothingToDo", {}])]
        : []),
    ],
  }
}

interface Announced {
  amount: number
  method: string
  methodKind: Payment["methodKind"]
  date: string
  /** Cents that auto pay charges with the following bill. */
  deferred: number
  isAll: boolean
}

/** The notice on screens about an undecided auto pay charge. `amount` is in cents. */
export async function chargingNotice(
  localize: Localize,
  client: string,
  { amount, methodLabel: method }: { amount: number; methodLabel: string },
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "autoPay.charging"),
    localize(client, "autoPay.charging.now", { amount: dollarsOf(amount), method }),
  ])
  return { state: "charging", title: title.content.join(" "), content: now.content }
}
