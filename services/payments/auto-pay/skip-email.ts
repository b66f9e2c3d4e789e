import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** The values of a skipped debit for its email. */
export interface SkipNews {
  brand: EmailBrand
  firstName: string
  /** Name and number of the product. */
  product: string
  /** Amount in dollars. */
  amount: string
  /** Date as MM/DD/YYYY. */
  date: string
  /** Due dates of the skipped bills. */
  dueDate: string
  /** The bills that must be paid another way, as a sentence. */
  bills: string
  method: string
  /** The following charge, such as "$42.75 on April 15, 2026"; "" if unknown. */
  next: string
  /** The staff member who skipped it for the customer; "" if the customer did. */
  skippedBy: string
}

/** Confirms that a single debit is skipped. The bill stays due. */
export function autoPaySkipEmail(news: SkipNews): EmailMessage {
  const { brand, amount, date, bills, method, next, skippedBy } = news
  const facts: Fact[] = [["Payment method", method]]
  if (next !== "") facts.push(["Next Auto Pay charge", next])
  if (skippedBy !== "") facts.push(["Skipped by", skippedBy])
  return skipEmail(news, {
    heading: "You skipped an Auto Pay charge",
    event: `We will not charge ${amount} on ${date}. ${bills}`,
    consequence:
      "Auto Pay stays on for later bills. It does not charge the skipped bill later, not even together with the next one.",
    facts,
    label: "Pay the bill",
    note: `If you did not ask for this, please call us right away at ${brand.phoneNumber}.`,
  })
}

/** Notifies the customer that a skip has ended before the bill is charged. */
export function skipEndedEmail(news: SkipNews, why: "gone" | "refused"): EmailMessage {
  const { brand, amount, date } = news
  return skipEmail(news, {
    heading: "Your skip of an Auto Pay charge has ended",
    event: `You skipped the Auto Pay charge of ${amount} on ${date}. ${endReasons[why]}`,
    consequence:
      "Auto Pay can charge the bill that is open now. You can skip that charge as well, until the day before it.",
    facts: [],
    label: "Open your payment center",
    note: `If you have questions, please call us at ${brand.phoneNumber}.`,
  })
}

const endReasons = {
  gone: "Our records do not show that bill anymore and have another one, so the skip has ended.",
  refused:
    "The due date of that bill has changed, and our records did not accept the skip for the new date, so it has ended.",
}

type Fact = [string, string]

/** `facts` are listed after the facts of the skipped charge. */
function skipEmail(
  { brand, firstName, product, amount, date, dueDate }: SkipNews,
  texts: Record<"heading" | "event" | "consequence" | "label" | "note", string> & { facts: Fact[] },
): EmailMessage {
  const { heading, event, consequence, label, note } = texts
  const body = emailLayout(brand, {
    heading,
    preview: event,
    blocks: [
      greeting(firstName),
      { paragraph: event },
      { paragraph: consequence },
      {
        facts: [
          ["Product", product],
          ["Skipped charge", `${amount} on ${date}`],
          ["Due date", dueDate],
          ...texts.facts,
        ],
      },
      { link: `${brand.siteAddress}/payment-center/products`, label },
      { note },
    ],
  })
  return { subject: `${heading}: ${brand.clientName}`, ...body }
}
