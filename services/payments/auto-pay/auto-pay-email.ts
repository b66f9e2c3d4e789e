import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** What auto pay has to tell: everything in the form in which it is read. */
interface AutoPayNews {
  brand: EmailBrand
  firstName: string
  /** Name and number; several where a card pays for several. */
  product: string
}

interface MissedCharge extends AutoPayNews {
  amount: string
  /** What was to be charged, such as "VISA ending in 4242"; "" where it is gone. */
  method: string
  /** Why nothing was taken, as a sentence. */
  why: string
  /** MM/DD/YYYY; "" when it is not tried again. */
  nextTry: string
}

export function autoPayDeclinedEmail(news: MissedCharge): EmailMessage {
  const { brand, amount, method, nextTry } = news
  const next =
    nextTry === ""
      ? "We will not try again for this due date. Please pay now so that your coverage continues."
      : `We will try again on ${nextTry}. You can also change your payment method or pay now.`
  const facts: [string, string][] = [
    ["Amount due", amount],
    ["Product", news.product],
  ]
  if (method !== "") facts.push(["Payment method", method])
  return letter(news, {
    subject: `Auto pay for your ${brand.clientName} coverage did not go through`,
    heading: "Your auto pay did not go through",
    preview: "You were not charged.",
    paragraphs: [news.why, next],
    facts,
    link: { path: "/payment-center/products", label: "Open your payment center" },
  })
}

/** `lastDay` (MM/DD/YYYY): the last day on which the card can be charged. */
export function cardExpiringEmail(
  news: AutoPayNews & { method: string; lastDay: string },
): EmailMessage {
  const { method, lastDay } = news
  return letter(news, {
    subject: `Your card for ${news.brand.clientName} auto pay expires soon`,
    heading: "Your card expires soon",
    preview: `${method} expires on ${lastDay}.`,
    paragraphs: [
      `${method} expires on ${lastDay}, and auto pay uses it. Please enter its new expiration date or choose another payment method so that your coverage continues.`,
    ],
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
