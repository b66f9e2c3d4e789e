import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import { dateInWords } from "#platform/text/dates.ts"
import type { NoticedCharge } from "./charge-notice-presenter.ts"

interface ChargeNotice extends NoticedCharge {
  brand: EmailBrand
  firstName: string
  /** Name and number of the product. */
  product: string
  /** The method that will be charged, such as "Checking ending in 6789". */
  method: string
  /** Whether the method is a bank account: banks make debits on their business days. */
  isBankDebit: boolean
  /**
   * Whether a bill of the charge is past due after a failed charge: the customer may pay it sooner.
   */
  isPastDue: boolean
  /**
   * False while something is past due: then auto pay can be ended and charges skipped, but nothing
   * else changed.
   */
  canChange: boolean
  /**
   * Open bills, in cents and plain dates, that Auto Pay does not charge because the customer
   * skipped them.
   */
  skipped: readonly { owed: number; dueDate: string }[]
}

const paySooner =
  "It includes a bill that is past due. You can wait for this charge, or pay what is past due in your payment center sooner; Auto Pay then does not charge it."

/** Announces an auto pay charge to a customer ten days ahead. */
export function chargeNoticeEmail(notice: ChargeNotice): EmailMessage {
  const { brand, firstName, product, method, amount, date, changeBy, changes, parts } = notice
  const actions = notice.canChange ? "change or turn off Auto Pay" : "turn off Auto Pay"
  const what = `On ${date}, Auto Pay will charge ${amount} to ${method}.`
  const bankDay = notice.isBankDebit ? notice.bankDay : ""
  const skipped = skippedTexts(notice.skipped)
  const next = notice.isPastDue ? paySooner : "You do not need to do anything."
  const body = emailLayout(brand, {
    heading: "Your next Auto Pay charge",
    preview: what,
    blocks: [
      greeting(firstName),
      { paragraph: skipped.length > 0 && !notice.isPastDue ? what : `${what} ${next}` },
      ...(bankDay ? [{ paragraph: bankDay }] : []),
      ...skipped.map((paragraph) => ({ paragraph })),
      ...(changes.length > 0 ? [{ paragraph: changes.join(" ") }] : []),
      {
        facts: [
          ["Product", product],
          ["Payment method", method],
          ["Date", date],
          ...(parts.length > 1 ? parts : []),
          ["Amount", amount],
        ],
      },
      {
        paragraph: `We will not charge more than ${amount} on this date. If you owe more by then, the rest is added to your next bill's charge, and we email you before it is charged.`,
      },
      {
        paragraph: `You can ${actions}, or skip this payment, in your payment center until ${changeBy}.`,
      },
      { link: `${brand.siteAddress}/payment-center/products`, label: "Open your payment center" },
      { note: `You can also call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: `Auto Pay will charge ${amount} on ${date}: ${brand.clientName}`, ...body }
}

function skippedTexts(bills: ChargeNotice["skipped"]): string[] {
  return bills.map(({ owed, dueDate }) => {
    const bill = `the bill of ${dollarsOf(owed)} due on ${dateInWords(dueDate)}`
    return `You skipped ${bill}, so Auto Pay does not charge it. Please pay it in your payment center.`
  })
}
