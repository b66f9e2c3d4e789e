import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** A skipped debit, as its email shows it. */
export interface SkipNews {
  brand: EmailBrand
  firstName: string
  /** Name and number. */
  product: string
  /** Dollars. */
  amount: string
  /** MM/DD/YYYY */
  date: string
  /** Of the skipped bills. */
  dueDate: string
  /** Says which bills must be paid in another way. */
  bills: string
  method: string
  /** The charge after it, such as "$42.75 on April 15, 2026"; "" when it is not known. */
  next: string
  /** The staff member who skipped it for the customer; "" when the customer did. */
  skippedBy: string
}

/** Confirms that a single debit is skipped. The bill stays due. */
export function autoPaySkipEmail(news: SkipNews): EmailMessage {
  const { brand, firstName, product, amount, date, dueDate, bills, method, next, skippedBy } = news
  const heading = "You skipped an Auto Pay charge"
  const what = `We will not charge ${amount} on ${date}. ${bills}`
  const facts: [string, string][] = [
    ["Product", product],
    ["Skipped charge", `${amount} on ${date}`],
    ["Due date", dueDate],
    ["Payment method", method],
  ]
  if (next !== "") facts.push(["Next Auto Pay charge", next])
  if (skippedBy !== "") facts.push(["Skipped by", skippedBy])
  const body = emailLayout(brand, {
    heading,
    preview: what,
    blocks: [
      greeting(firstName),
      { paragraph: what },
      {
        paragraph:
          "Auto Pay stays on for later bills. It does not charge the skipped bill later, not even together with the next one.",
      },
      { facts },
      { link: `${brand.siteAddress}/payment-center/products`, label: "Pay the bill" },
      {
        note: `If you did not ask for this, please call us right away at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `${heading}: ${brand.clientName}`, ...body }
}

/** Takes back that auto pay leaves a skipped bill out, before it is charged. */
export function skipEndedEmail(news: SkipNews, why: "gone" | "refused"): EmailMessage {
  const { brand, firstName, product, amount, date, dueDate } = news
  const heading = "Your skip of an Auto Pay charge has ended"
  const what = `You skipped the Auto Pay charge of ${amount} on ${date}. ${endReasons[why]}`
  const body = emailLayout(brand, {
    heading,
    preview: what,
    blocks: [
      greeting(firstName),
      { paragraph: what },
      {
        paragraph:
          "Auto Pay can charge the bill that is open now. You can skip that charge as well, until the day before it.",
      },
      {
        facts: [
          ["Product", product],
          ["Skipped charge", `${amount} on ${date}`],
          ["Due date", dueDate],
        ],
      },
      { link: `${brand.siteAddress}/payment-center/products`, label: "Open your payment center" },
      { note: `If you have questions, please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: `${heading}: ${brand.clientName}`, ...body }
}

const endReasons = {
  gone: "Our records do not show that bill anymore and have another one, so the skip has ended.",
  refused:
    "The due date of that bill has changed, and our records did not accept the skip for the new date, so it has ended.",
}
