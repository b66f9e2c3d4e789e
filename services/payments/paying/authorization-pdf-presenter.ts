import { withFullDays } from "#contracts/dates.ts"
import { centsOf, dollarsOf } from "#contracts/money.ts"
import {
  type AuthorizedTerms,
  authorizationSummary,
  periodText,
  productDueText,
} from "#contracts/payments/authorization-summary.ts"
import type { PdfBlock } from "#platform/pdf/pdf.ts"
import { keptDay, shownMoment } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import type { AuthorizedCharge, GivenRow } from "./authorizations.store.ts"
import { parseChangeEvidence } from "./auto-pay-change-evidence.ts"
import { paymentStateLabels, staffFor } from "./payment-presenter.ts"

/**
 * The document of an authorization: its facts, the accepted text and the charges based on it. Its
 * last page is the technical record.
 */
export function authorizationBlocks(
  row: GivenRow,
  charges: readonly AuthorizedCharge[],
  timeZone: string,
): PdfBlock[] {
  const refused: PdfBlock[] = row.isRefused
    ? [{ paragraph: "This authorization was not used, because something had changed by then." }]
    : []
  const made: [string, string][] = charges.map(({ amount, submittedAt, status }) => [
    `Charge of ${keptDay(submittedAt, timeZone)}`,
    `${dollarsOf(amount)} (${paymentStateLabels[status]})`,
  ])
  return [
    ...refused,
    {
      facts: [
        ...authorizationSummary(row.kind, termsOf(row, timeZone)),
        ["Agreed on", shownMoment(row.agreedAt, timeZone)],
        ...staffFact(row),
      ],
    },
    { heading: "The text that you agreed to" },
    ...paragraphsOf(row.content).map((paragraph) => ({ paragraph })),
    ...(made.length > 0 ? [{ heading: "Charges under this authorization" }, { facts: made }] : []),
    { newPage: true },
    ...technicalRecord(row),
  ]
}

function staffFact({ actorKind, actorUserid }: GivenRow): [string, string][] {
  return actorKind === "staff" ? [["Entered by", `Customer service (${actorUserid})`]] : []
}

/** The terms stored with the authorization. */
function termsOf({ kind, authorised, agreedAt }: GivenRow, timeZone: string): AuthorizedTerms {
  if (kind === "pay-now") {
    const { amount, method = "", product = "", dueDates = "" } = authorised
    return {
      amount: amount ? dollarsOf(centsOf(amount)) : "",
      account: method,
      date: keptDay(agreedAt, timeZone),
      later: "",
      product: productDueText(product, dueDates),
    }
  }
  const { next, amount, fee, frequency, method, product, dueDate } = parseChangeEvidence(authorised)
  return {
    amount: next,
    account: method,
    date: withFullDays(dueDate),
    later: periodText(amount, fee, frequency),
    product,
  }
}

function technicalRecord(row: GivenRow): PdfBlock[] {
  const utc = `${row.agreedAt.toISOString().replace("T", " ").slice(0, 19)} UTC`
  return [
    { heading: "Technical record" },
    {
      paragraph:
        "You do not need this page. It lets experts check who agreed, when, and to which exact text.",
    },
    {
      facts: [
        ["Time in UTC", utc],
        ["User name", agreedBy(row)],
        ["Internet address (IP) of the device", row.ip],
        ["Number of this authorization", row.id],
        ["Fingerprint of the text (SHA-256)", row.version],
      ],
    },
    {
      note: "The fingerprint is calculated from the exact text that was shown on the screen. If one letter of the text changes, so does the fingerprint.",
    },
  ]
}

function agreedBy({ actorKind, actorUserid, subjectUserid }: GivenRow): string {
  return actorKind === "customer" ? actorUserid : staffFor(actorUserid, subjectUserid)
}
