import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** A payment as an email shows it. All values are formatted. */
export interface PaymentNews {
  brand: EmailBrand
  firstName: string
  amount: string
  /** Name and number of the product. */
  product: string
  /** The charged method, such as "VISA ending in 4242". */
  method: string
  /** When it was paid, declined or returned: with the time of day and its zone. */
  date: string
  /** "" for a payment that was not accepted. */
  confirmationNumber: string
  /** The staff member who paid for the customer; "" when the customer paid. */
  paidBy: string
}

export function receiptEmail(news: PaymentNews): EmailMessage {
  const { brand, amount, confirmationNumber } = news
  return letter(news, {
    subject: `Receipt for your payment of ${amount} to ${brand.clientName}`,
    heading: "Thank you for your payment",
    preview: `We received ${amount}. Confirmation number ${confirmationNumber}.`,
    what: "We received your payment. Please keep this email for your records.",
    contact: "If you did not make this payment, please call us right away",
  })
}

/** `why` says that the customer was not charged, and the reason. */
export function paymentDeclinedEmail(news: PaymentNews & { why: string }): EmailMessage {
  return letter(news, {
    subject: `Your payment to ${news.brand.clientName} did not go through`,
    heading: "Your payment did not go through",
    preview: "You were not charged.",
    what: news.why,
    contact: "If you need help, please call us",
  })
}

export function paymentReturnedEmail(news: PaymentNews): EmailMessage {
  return letter(news, {
    subject: `Your payment to ${news.brand.clientName} was returned`,
    heading: "Your payment was returned",
    preview: `${news.amount} is due again.`,
    what: `Your bank returned your payment of ${news.amount}, so this amount is due again. Please pay it another way so that your coverage continues.`,
    contact: "If you have questions, please call us",
  })
}

export function paymentDisputeLostEmail(news: PaymentNews): EmailMessage {
  return letter(news, {
    subject: `Your payment to ${news.brand.clientName} was taken back`,
    heading: "Your payment was taken back",
    preview: `${news.amount} is due again.`,
    what: `Your bank took back your payment of ${news.amount} after a dispute, so this amount is due again. Please pay it another way so that your coverage continues.`,
    contact: "If you have questions, please call us",
  })
}

interface Words {
  subject: string
  heading: string
  preview: string
  what: string
  contact: string
}

function letter(
  news: PaymentNews,
  { subject, heading, preview, what, contact }: Words,
): EmailMessage {
  const { brand, firstName, confirmationNumber, paidBy } = news
  const facts: [string, string][] = [
    ["Amount", news.amount],
    ["Product", news.product],
    ["Payment method", news.method],
    ["Date", news.date],
  ]
  if (paidBy !== "") facts.push(["Paid by", paidBy])
  if (confirmationNumber !== "") facts.push(["Confirmation number", confirmationNumber])
  const link = `${brand.siteAddress}/payment-center/products`
  const body = emailLayout(brand, {
    heading,
    preview,
    blocks: [
      greeting(firstName),
      { paragraph: what },
      { facts },
      { link, label: "Open your payment center" },
      { note: `${contact} at ${brand.phoneNumber}.` },
    ],
  })
  return { subject, ...body }
}
