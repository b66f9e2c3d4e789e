import { createHash } from "node:crypto"
import { fullDay } from "#contracts/dates.ts"
import { dollarsOf } from "#contracts/money.ts"
import { bankDayText } from "#contracts/payments/bank-days.ts"
import { screens } from "#contracts/screens.ts"
import { calendarFile } from "#platform/calendar/calendar-file.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { Coming, ComingOfProduct } from "./product-payments.ts"

/**
 * The payments as a calendar file, without those whose day has passed. The file does not contain
 * product, account or payment method numbers.
 */
export function calendarOf(
  { clientName, siteAddress }: { clientName: string; siteAddress: string },
  { client, accountNumber }: { client: string; accountNumber: string },
  coming: readonly ComingOfProduct[],
  today: Temporal.PlainDate,
  now: Date,
): string {
  const events = coming.flatMap(({ policy, isBankDebit, payments }) =>
    payments
      .filter(({ date }) => date >= today.toString())
      .map((payment) => ({
        id: eventId(client, accountNumber, policy.policyNumber, payment.dueDate),
        day: payment.date,
        summary: `${clientName}: ${summaryOf(payment, policy.productDesc)}`,
        description: descriptionOf(payment, isBankDebit, siteAddress),
      })),
  )
  return calendarFile({ name: clientName, siteAddress, now }, events)
}

/** The id of one bill's event. It stays the same when the day of the charge changes. */
function eventId(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
}

function summaryOf({ paidBy, amount, isEstimate }: Coming, productDesc: string): string {
  const sum = `${isEstimate ? "about " : ""}${dollarsOf(amount)}`
  if (paidBy === "autopay") return `Auto Pay charges ${sum} for ${productDesc}`
  if (paidBy === "combinedbill") return `${sum} for ${productDesc} on your combined bill`
  return `pay ${sum} for ${productDesc}`
}

function descriptionOf(
  { isEstimate, paidBy, date }: Coming,
  isBankDebit: boolean,
  siteAddress: string,
): string {
  const isDebit = isBankDebit && paidBy === "autopay"
  const bankDay = isDebit ? bankDayText(shownDate(date), fullDay) : ""
  const see = `See ${siteAddress}${screens.paymentCenter.path} for the current amount and date.`
  const estimate = isEstimate ? "This bill is not issued yet, so it can change." : ""
  return [estimate, bankDay, see].filter(Boolean).join(" ")
}
