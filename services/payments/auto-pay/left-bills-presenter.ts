import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import { type DateText, dateOnScreen } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { instantOf } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { AutoPayNotice } from "#services/products/product-presenter.ts"
import { whyMessage } from "../paying/payment-presenter.ts"
import type { MethodGoneReason } from "../paying/payment-reasons.ts"
import { noticeWith } from "./confirming-presenter.ts"

/** An auto pay charge that paid only part of a bill. */
export interface PartialCharge {
  /** Cents that were charged, and that remain of the bill. */
  amount: number
  rest: number
  /** An ISO instant. */
  at: string
  dueDate: string
}

/** The sentence about the remaining part, which screens and the receipt share. */
export async function partialText(
  localize: Localize,
  client: string,
  { amount, rest, at, dueDate }: PartialCharge,
  timeZone: string,
  dateText: DateText,
): Promise<string> {
  const { content } = await localize(client, "autoPay.partial.now", {
    amount: dollarsOf(amount),
    rest: dollarsOf(rest),
    date: dateText(dayAt(instantOf(at), timeZone).toString()),
    dueDate: dateText(dueDate),
  })
  return content.join(" ")
}

/** The notice on screens about an auto pay charge that paid part of a bill. */
export async function partialNotice(
  localize: Localize,
  client: string,
  charge: PartialCharge,
  timeZone: string,
  today: Temporal.PlainDate,
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "autoPay.partial"),
    partialText(localize, client, charge, timeZone, dateOnScreen(today)),
  ])
  return { state: "left", title: title.content.join(" "), content: [now] }
}

/**
 * The notice about bills with a debt of `rest` cents that auto pay charges only with the next bill.
 */
export async function leftNotice(
  localize: Localize,
  client: string,
  rest: number,
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "autoPay.left"),
    localize(client, "autoPay.left.now", { rest: dollarsOf(rest) }),
  ])
  return noticeWith("left", title, now)
}

/**
 * The notice about a product that auto pay cannot charge, before a charge has failed for that
 * reason.
 */
export async function cannotChargeNotice(
  localize: Localize,
  client: string,
  reason: MethodGoneReason | "methodUnknown" | "otherProduct",
): Promise<AutoPayNotice> {
  const why = paragraphsOf((await localize(client, whyMessage(reason))).content.join(" ")).join(" ")
  const next = reason === "methodUnknown" ? "autoPay.next.elsewhere" : "autoPay.left.payYourself"
  const [title, now, then] = await Promise.all([
    localize(client, "autoPay.left"),
    localize(client, "autoPay.left.cannotCharge", { why }),
    localize(client, next),
  ])
  return noticeWith(reason === "methodUnknown" ? "elsewhere" : "left", title, now, then)
}
