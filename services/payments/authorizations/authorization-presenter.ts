import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { DueAmount } from "#contracts/payments/authorization-facts.ts"
import type { AuthorizationKind } from "#contracts/payments/authorization-rules.ts"
import type { GivenAuthorization } from "#contracts/payments/authorizations.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { shownDate, shownDay, shownMoment } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { paymentStateLabels } from "../history/payment-history-presenter.ts"
import { staffFor } from "../payment-presenter.ts"
import type { AuthorizedCharge, GivenRow } from "./authorizations.store.ts"

export const authorizationTitles: Record<AuthorizationKind, string> = {
  "pay-now": "Payment",
  add: "Auto Pay set up",
  "add-admin-fees": "Auto Pay set up",
  both: "Auto Pay and payment frequency changed",
  "payment-method": "Auto Pay payment method changed",
  frequency: "Payment frequency changed",
  remove: "Auto Pay ended",
}

/** A product as an authorization names it. */
export function authorizedProductOf({ productDesc, billing }: Policy) {
  const { dueDate, frequencyCode, frequencies, openAmounts } = billing
  const dueAmounts = openAmounts.map(
    (open): DueAmount => ({
      dueDate: shownDate(open.dueDate),
      amount: open.owed,
    }),
  )
  return { productDesc, dueDate: shownDate(dueDate), frequencyCode, frequencies, dueAmounts }
}

/** The day that the text of an authorization names. */
export function authorizationDate(day: Temporal.PlainDate): string {
  return shownDate(day.toString())
}

export function givenAuthorizationOf(
  row: Omit<GivenRow, "content">,
  charges: readonly AuthorizedCharge[],
  timeZone: string,
): GivenAuthorization {
  return {
    authorizationId: row.id,
    title: authorizationTitles[row.kind],
    policyNumber: row.policyNumber,
    agreedDate: shownDay(row.agreedAt, timeZone),
    isCarriedOut: yesNo(!row.isRefused),
    charges: charges.map(({ id, amount, submittedAt, status }) => ({
      paymentId: id,
      paymentDate: shownDay(submittedAt, timeZone),
      paymentAmount: decimalOf(amount),
      paymentStatusLabel: paymentStateLabels[status],
    })),
  }
}

/**
 * The document of an authorization: the text that was agreed to, then the evidence and the charges
 * that rest on it. Its time is
 * written twice: in the client's time zone for people, and in UTC to the second.
 */
export function authorizationBlocks(
  row: GivenRow,
  charges: readonly AuthorizedCharge[],
  timeZone: string,
): PdfBlock[] {
  const utc = `${row.agreedAt.toISOString().replace("T", " ").slice(0, 19)} UTC`
  const refused: PdfBlock[] = row.isRefused
    ? [{ paragraph: "This authorization was not used, because something had changed by then." }]
    : []
  const made: [string, string][] = charges.map(({ amount, submittedAt, status }) => [
    `Charge of ${shownDay(submittedAt, timeZone)}`,
    `${dollarsOf(amount)} (${paymentStateLabels[status]})`,
  ])
  return [
    ...refused,
    ...paragraphsOf(row.content).map((paragraph) => ({ paragraph })),
    {
      facts: [
        ["Agreed on", `${shownMoment(row.agreedAt, timeZone)} (${utc})`],
        ["Agreed by", agreedBy(row)],
        ["From the address", row.ip],
        ["Text", row.version],
      ],
    },
    ...(made.length > 0 ? [{ facts: made }] : []),
    {
      note: "“Text” identifies the exact wording: it is the SHA-256 of the text that was shown on the screen.",
    },
  ]
}

function agreedBy({ actorKind, actorUserid, subjectUserid }: GivenRow): string {
  return actorKind === "customer" ? actorUserid : staffFor(actorUserid, subjectUserid)
}
