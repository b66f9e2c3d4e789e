import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** The reader and the product of an email about auto pay. */
interface AutoPayNews {
  brand: EmailBrand
  firstName: string
  /** Name and number, or several of them if a card pays for several products. */
  product: string
}

interface FailedAutoPay extends AutoPayNews {
  /** Cents. */
  amount: number
  /** The method to charge, such as "VISA ending in 4242"; "" when it was deleted. */
  method: string
  /** One text for each paragraph: the failure, its reason, and the next step. */
  texts: readonly string[]
  isSuspended: boolean
}

export function autoPayFailedEmail(news: FailedAutoPay): EmailMessage {
  const { brand, amount, method, texts, isSuspended } = news
  const facts: [string, string][] = [
    ["Amount", dollarsOf(amount)],
    ["Product", news.product],
  ]
  if (method !== "") facts.push(["Payment method", method])
  const happened = isSuspended ? "is suspended" : "did not go through"
  return letter(news, {
    subject: `Auto pay for your ${brand.clientName} coverage ${happened}`,
    heading: `Your auto pay ${happened}`,
    preview: "You were not charged.",
    paragraphs: [...texts],
    facts,
    link: { path: "/payment-center/products", label: "Open your payment center" },
  })
}

/** `texts` say the same as the notice on the screens. */
export function cardExpiringEmail(news: AutoPayNews & { texts: readonly string[] }): EmailMessage {
  return letter(news, {
    subject: `Your card for ${news.brand.clientName} auto pay expires soon`,
    heading: "Your card expires soon",
    preview: news.texts[0] ?? "",
    paragraphs: [...news.texts],
    facts: [["Product", news.product]],
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

function letter({ brand, firstName }: AutoPayNews, words: Words): EmailMessage {
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
