import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import { dateInWords } from "#platform/text/dates.ts"

interface Reader {
  brand: EmailBrand
  firstName: string
}

interface FailedAutoPay extends Reader {
  /** Name and number of the product. */
  product: string
  /** Cents. */
  amount: number
  /** The method to charge, such as "VISA ending in 4242"; "" if it was deleted. */
  method: string
  /** One text for each paragraph: the failure, its reason, and the next step. */
  texts: readonly string[]
  isSuspended: boolean
}

export function autoPayFailedEmail(news: FailedAutoPay): EmailMessage {
  const { brand, amount, method, texts, isSuspended } = news
  const facts: [string, string][] = [
    ["Amount not charged", dollarsOf(amount)],
    ["Product", news.product],
  ]
  if (method !== "") facts.push(["Payment method", method])
  const happened = isSuspended ? "is suspended" : "did not go through"
  return composeEmail(news, {
    subject: `Auto Pay for your ${brand.clientName} coverage ${happened}`,
    heading: `Auto Pay ${happened}`,
    preview: "You were not charged.",
    paragraphs: [...texts],
    facts,
    link: { path: "/payment-center/products", label: "Open your payment center" },
  })
}

interface ExpiringCard extends Reader {
  /** One text for each paragraph, as in the notice on the screens. */
  texts: readonly string[]
  /** The next charge of each product, after the card has expired. `amount` is in cents. */
  charges: readonly { product: string; amount: number; date: string }[]
}

export function cardExpiringEmail(news: ExpiringCard): EmailMessage {
  return composeEmail(news, {
    subject: `Your card for ${news.brand.clientName} Auto Pay expires soon`,
    heading: "Your card expires soon",
    preview: news.texts[0] ?? "",
    paragraphs: [...news.texts],
    facts: news.charges.flatMap(({ product, amount, date }): [string, string][] => [
      ["Product", product],
      ["Next charge", `${dollarsOf(amount)} on ${dateInWords(date)}`],
    ]),
    link: { path: "/payment-center/payment-methods", label: "Open your payment methods" },
  })
}

interface Words {
  subject: string
  heading: string
  preview: string
  paragraphs: string[]
  facts: [string, string][]
  link: { path: string; label: string }
}

function composeEmail({ brand, firstName }: Reader, words: Words): EmailMessage {
  const { path, label } = words.link
  const body = emailLayout(brand, {
    heading: words.heading,
    preview: words.preview,
    blocks: [
      greeting(firstName),
      ...words.paragraphs.map((paragraph) => ({ paragraph })),
      { facts: words.facts },
      { link: `${brand.siteAddress}${path}`, label },
      { note: `If you need help, please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: words.subject, ...body }
}
