import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** A refund as an email shows it. All values are formatted. */
export interface RefundNews {
  brand: EmailBrand
  firstName: string
  amount: string
  /** The amount of the payment. */
  paid: string
  /** The method that receives the money, such as "VISA ending in 4242". */
  method: string
  isCard: boolean
  /** Name and number of the product. */
  product: string
  /** Date with the time of day and its zone. */
  date: string
  confirmationNumber: string
  /** Whether the amount is due again. */
  reopens: boolean
  /** When auto pay charges the amount; null if the customer must pay it. */
  autoPay: "withNextBill" | "onDueDate" | null
}

/** Business days until the money arrives at a card or bank. Source: Stripe, "Refunds". */
const arrival = { card: "5 to 10 business days", bank: "3 to 5 business days" }

const payText = {
  byHand: "Please pay it in your payment center.",
  withNextBill:
    "Auto Pay will charge it with your next bill; we email you before. You can also pay it now in your payment center.",
  onDueDate:
    "Auto Pay will charge it; your payment center shows the date and the amount. You can also pay it now.",
}

export function refundEmail(news: RefundNews): EmailMessage {
  const { brand, amount, paid, method, isCard, reopens } = news
  const part = amount === paid ? `your payment of ${paid}` : `${amount} of your payment of ${paid}`
  const days = isCard ? arrival.card : arrival.bank
  return composeEmail(news, {
    subject: `Your refund of ${amount} from ${brand.clientName}`,
    heading: "We refunded your payment",
    preview: `${amount} goes back to ${method}.`,
    what: `We sent ${part} back to ${method}. It usually arrives within ${days}.`,
    next: reopens
      ? `You owe ${amount} on the bill again. ${payText[news.autoPay ?? "byHand"]}`
      : "You do not have to pay this amount again.",
  })
}

export function refundFailedEmail(news: RefundNews): EmailMessage {
  const { brand, amount, method } = news
  return composeEmail(news, {
    subject: `Your refund from ${brand.clientName} did not go through`,
    heading: "Your refund did not go through",
    preview: `${amount} could not be sent to ${method}.`,
    what: `We could not send ${amount} back to ${method}. We still have the money, and your payment counts in full again.`,
    next: "We will find another way to pay you back. You can also call us.",
  })
}

function composeEmail(
  news: RefundNews,
  words: { subject: string; heading: string; preview: string; what: string; next: string },
): EmailMessage {
  const { brand, firstName } = news
  const { subject, heading, preview, what, next } = words
  const facts: [string, string][] = [
    ["Refund", news.amount],
    ["Product", news.product],
    ["Payment method", news.method],
    ["Date", news.date],
    ["Confirmation number of the payment", news.confirmationNumber],
  ]
  const body = emailLayout(brand, {
    heading,
    preview,
    blocks: [
      greeting(firstName),
      { paragraph: what },
      { paragraph: next },
      { facts },
      {
        link: `${brand.siteAddress}/payment-center/payment-history`,
        label: "Open your payment history",
      },
      { note: `If you have questions, please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject, ...body }
}
