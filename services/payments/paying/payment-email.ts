import { screens } from "#contracts/screens.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** The values of a payment for its emails. All are formatted. */
export interface PaymentNews {
  brand: EmailBrand
  firstName: string
  amount: string
  /** Name and number of the product. */
  product: string
  /** The charged method's label, such as "VISA ending in 4242". */
  method: string
  /** When it was paid, declined or returned, with the time of day and its zone. */
  date: string
  /** Confirmation number; "" for a payment that was not accepted. */
  confirmationNumber: string
  /** Each paid bill with its paid part, for a receipt. */
  bills?: readonly (readonly [name: string, amount: string])[]
  /** The end of coverage as the account system states it after the posting; "" or absent if unknown. */
  coveredUntil?: string
  /** The staff member who paid for the customer, or Auto Pay; "" if the customer paid. */
  paidBy: string
}

/** `more`: one text for each further paragraph, such as about money that was already taken back. */
export function receiptEmail(
  news: PaymentNews & { isAutoPay: boolean; more?: readonly string[] },
): EmailMessage {
  const { brand, amount, confirmationNumber, isAutoPay, more = [] } = news
  const received = isAutoPay ? "We received your Auto Pay payment." : "We received your payment."
  return composeEmail(news, {
    subject: `Receipt for your payment of ${amount} to ${brand.clientName}`,
    heading: "Thank you for your payment",
    preview: `We received ${amount}. Confirmation number ${confirmationNumber}.`,
    what: [`${received} Please keep this email for your records.`, ...more],
    contact: isAutoPay
      ? "If you did not agree to Auto Pay, please call us right away"
      : "If you did not make this payment, please call us right away",
    screen: receiptScreen(confirmationNumber),
  })
}

/** `why`: one text for each paragraph, in the client's wording. */
type Explained = PaymentNews & { why: readonly string[] }

export function paymentDeclinedEmail(news: Explained): EmailMessage {
  return composeEmail(news, {
    subject: `Your payment to ${news.brand.clientName} did not go through`,
    heading: "Your payment did not go through",
    preview: "You were not charged.",
    what: news.why,
    contact: "If you need help, please call us",
  })
}

/** Email about a payment that no bank decided, because the gateway was unavailable. */
export function paymentCanceledEmail(news: Explained): EmailMessage {
  return composeEmail(news, {
    subject: `Your payment to ${news.brand.clientName} was not made`,
    heading: "Your payment was not made",
    preview: "You were not charged.",
    what: news.why,
    contact: "If you need help, please call us",
  })
}

/** `isLost`: the bank took the money back after a dispute. */
export function paymentReturnedEmail(news: Explained & { isLost: boolean }): EmailMessage {
  const happened = news.isLost ? "taken back" : "returned"
  return composeEmail(news, {
    subject: `Your payment to ${news.brand.clientName} was ${happened}`,
    heading: `Your payment was ${happened}`,
    preview: `${news.amount} is due again.`,
    what: news.why,
    contact: "If you have questions, please call us",
    dateLabel: news.isLost ? "Taken back on" : "Returned on",
  })
}

/** Email about a payment that the insurer reversed while the gateway still has its money. */
export function paymentRevokedEmail(news: Explained): EmailMessage {
  const { brand, amount } = news
  return composeEmail(news, {
    subject: `${brand.clientName} took your payment back`,
    heading: "Your payment was taken back",
    preview: `${amount} is due again. Please call us before you pay again.`,
    what: news.why,
    contact: "Please call us",
    dateLabel: "Taken back on",
  })
}

/** Email about a payment that the insurer reversed and posted again. */
export function paymentRepostedEmail(news: Explained): EmailMessage {
  const { brand, amount } = news
  return composeEmail(news, {
    subject: `${brand.clientName} counts your payment again`,
    heading: "Your payment counts again",
    preview: `You do not need to pay ${amount} again.`,
    what: news.why,
    contact: "If you have paid the amount again meanwhile, please call us",
    dateLabel: "Counted again on",
  })
}

interface Words {
  subject: string
  heading: string
  preview: string
  /** One text for each paragraph. */
  what: readonly string[]
  contact: string
  /** Label of the date; "Date" by default. */
  dateLabel?: string
  /** Target of the button; the payment center by default. */
  screen?: typeof centerScreen
}

const centerScreen = { path: "/payment-center/products", label: "Open your payment center" }
/** Link to this payment in the payment history. */
function receiptScreen(confirmationNumber: string) {
  const { path } = screens.paymentHistory
  return { path: `${path}#${confirmationNumber}`, label: "Open your receipt" }
}

function composeEmail(
  news: PaymentNews,
  { subject, heading, preview, what, contact, screen = centerScreen, dateLabel = "Date" }: Words,
): EmailMessage {
  const { brand, firstName, confirmationNumber, paidBy, bills = [], coveredUntil = "" } = news
  const facts: (readonly [string, string])[] = [
    ["Amount", news.amount],
    ...bills,
    ["Product", news.product],
    ["Payment method", news.method],
    [dateLabel, news.date],
  ]
  if (coveredUntil !== "") facts.push(["Covered until", coveredUntil])
  if (paidBy !== "") facts.push(["Paid by", paidBy])
  if (confirmationNumber !== "") facts.push(["Confirmation number", confirmationNumber])
  const body = emailLayout(brand, {
    heading,
    preview,
    blocks: [
      greeting(firstName),
      ...what.map((paragraph) => ({ paragraph })),
      { facts },
      { link: `${brand.siteAddress}${screen.path}`, label: screen.label },
      { note: `${contact} at ${brand.phoneNumber}.` },
    ],
  })
  return { subject, ...body }
}
