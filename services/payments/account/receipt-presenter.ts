import { fullDay, withFullDays } from "#contracts/dates.ts"
import { dollarsOf } from "#contracts/money.ts"
import { numberLabel } from "#contracts/products/product-number-rules.ts"
import type { Localize } from "#platform/localize.ts"
import type { PdfBlock, PdfBrand } from "#platform/pdf/pdf.ts"
import { dateInWords, keptDay, shownMoment } from "#platform/text/dates.ts"
import type { Person, Policy } from "#ports/policy-admin/port.ts"
import { leftOf, stateLabel } from "../paying/payment-presenter.ts"
import type { Payment, PaymentEvent } from "../paying/payments.store.ts"
import {
  bankDebitReceiptText,
  mayBeReturned,
  paidAt,
  paidBillFacts,
  paidBy,
  takenBackTexts,
} from "../paying/receipt-texts-presenter.ts"
import { isTakenBack } from "../paying/state-machine.ts"
import { partLabel } from "./payment-history-presenter.ts"
import { paymentPartsOf } from "./payment-parts.ts"

interface About {
  /** The paid product now, if it is known. */
  policy: Policy | undefined
  /** The due dates that the customer agreed to pay, in words; "" if unknown. */
  dueDates: string
  /**
   * The end of coverage in words as the account system states it today, after the posting; absent
   * if it is unknown. `today` is MM/DD/YYYY.
   */
  coverage?: { until: string; today: string } | undefined
}

/** The content of a receipt PDF, with the time of the payment in the client's time zone. */
export async function receiptBlocks(
  localize: Localize,
  payment: Payment,
  events: readonly PaymentEvent[],
  { firstName, lastName }: Person,
  { clientName, postalAddress, timeZone }: PdfBrand,
  { policy, dueDates, coverage }: About,
): Promise<PdfBlock[]> {
  const name = `${firstName} ${lastName}`.trim()
  const parts = paymentPartsOf(payment, events).filter((part) => part !== undefined)
  const paid = paidBillFacts(payment)
  const bills = paid.length > 1 ? paid : severalBills(dueDates)
  const kept = isTakenBack(payment.status) ? 0 : leftOf(payment)
  return [
    ...(await takenBackTexts(localize, payment)).map((paragraph): PdfBlock => ({ paragraph })),
    {
      facts: [
        ["Amount paid", dollarsOf(payment.amount)],
        ["Confirmation number", payment.confirmationNumber ?? ""],
        ["Date", shownMoment(paidAt(payment), timeZone)],
        ["Paid by", paidBy(payment, name)],
        ["Paid to", postalAddress ? `${clientName}, ${postalAddress}` : clientName],
        ["Payment method", payment.methodLabel],
        ["Product", payment.productDesc],
        [numberLabel(policy?.isInsuranceProduct), payment.policyNumber],
        ...(bills.length > 0 ? [] : billDue(payment, dueDates)),
        ...coverageFacts(coverage),
        ["Status", stateLabel(payment)],
        ...parts.map((part): [string, string] => [keptDay(part.at, timeZone), partLabel(part)]),
        ...(parts.length > 0 ? ([["Remains paid", dollarsOf(kept)]] as const) : []),
        // Many bills take several pages, so each has its own row, after the other facts.
        ...bills,
      ],
    },
    ...(mayBeReturned(payment) ? [{ note: bankDebitReceiptText }] : []),
    { note: "Please keep this receipt for your records." },
  ]
}

/** A later payment may have moved the date, so the fact names the day on which it was read. */
function coverageFacts(coverage: About["coverage"]): [string, string][] {
  if (!coverage) return []
  const { until, today } = coverage
  return [["Covered until", `${until}, as recorded on ${fullDay(today)}`]]
}

/**
 * Each of several paid bills with its amount; empty for a single bill, and for text in another
 * format.
 */
function severalBills(dueDates: string): [string, string][] {
  const bills = dueDates
    .split(/, | and /)
    .map((one) => /^(\d\d\/\d\d\/\d{4}) \((\$[\d,.]+)\)$/.exec(one))
  if (bills.length === 1 || bills.includes(null)) return []
  return bills.map((bill) => [`Bill due on ${fullDay(bill?.[1] ?? "")}`, bill?.[2] ?? ""])
}

/** The due date of the paid bill, or the due dates as text from an earlier version. */
function billDue({ dueDate }: Payment, dueDates: string): [string, string][] {
  const due = withFullDays(dueDates) || dateInWords(dueDate)
  return due === "" ? [] : [["For the bill due on", due]]
}
