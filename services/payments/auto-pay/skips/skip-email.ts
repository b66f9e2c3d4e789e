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
