import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"

/** A credit or write-off as an email shows it. All values are formatted. */
interface CorrectionNews {
  brand: EmailBrand
  firstName: string
  amount: string
  /** Name and number of the product. */
  product: string
  /** MM/DD/YYYY. */
  date: string
  /** The due date of the bill that is written off, MM/DD/YYYY; "" for a credit. */
  billDueDate: string
}

/** Tells a customer that staff have lowered what a product owes. */
export function correctionEmail(news: CorrectionNews): EmailMessage {
  const { brand, firstName, amount, product, date, billDueDate } = news
  const what =
    billDueDate === ""
      ? `We gave you a credit of ${amount}. It lowers what you owe; your next bill uses what is left.`
      : `You do not have to pay ${amount} of the bill due on ${billDueDate}.`
  const body = emailLayout(brand, {
    heading: billDueDate === "" ? "We gave you a credit" : "We lowered your bill",
    preview: what,
    blocks: [
      greeting(firstName),
      { paragraph: `${what} No money is paid out.` },
      {
        facts: [
          ["Amount", amount],
          ["Product", product],
          ["Date", date],
        ],
      },
      {
        link: `${brand.siteAddress}/payment-center/payment-history`,
        label: "Open your payment history",
      },
      { note: `If you have questions, please call us at ${brand.phoneNumber}.` },
    ],
  })
  const subject = billDueDate === "" ? `Your credit of ${amount}` : `${amount} less to pay`
  return { subject: `${subject}: ${brand.clientName}`, ...body }
}
