import { fullDay } from "#contracts/dates.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import type { CorrectionEffect } from "./correction-presenter.ts"

/** A credit, write-off or reversal as an email shows it. All values are formatted. */
interface CorrectionNews {
  brand: EmailBrand
  firstName: string
  effect: CorrectionEffect
  amount: string
  /** Name and number of the product. */
  product: string
  /** Date as MM/DD/YYYY. */
  date: string
  /** Due date of the bill that is written off, MM/DD/YYYY; otherwise "". */
  billDueDate: string
}

interface Texts {
  subject: string
  heading: string
  story: string
}

const notPaidOut = "No money is paid out."
const whenDue = "Your payment center shows what you owe and when it is due."

function textsOf({ effect, amount, billDueDate }: CorrectionNews): Texts {
  const texts: Record<CorrectionEffect, Texts> = {
    credit: {
      subject: `Your credit of ${amount}`,
      heading: "We gave you a credit",
      story: `We gave you a credit of ${amount}. It lowers what you owe; your next bill uses what is left. ${notPaidOut}`,
    },
    writeOff: {
      subject: `${amount} less to pay`,
      heading: "We lowered your bill",
      story: `You do not have to pay ${amount} of the bill due on ${fullDay(billDueDate)}. ${notPaidOut}`,
    },
    "reversed credit": {
      subject: `We took back a credit of ${amount}`,
      heading: "We took back a credit",
      story: `We took back a credit of ${amount}. You owe what it had settled. ${whenDue}`,
    },
    "reversed writeOff": {
      subject: `${amount} to pay after all`,
      heading: "A part of your bill is due again",
      story: `We had told you that you do not have to pay ${amount} of a bill. It is due after all. ${whenDue}`,
    },
    "reversed refund": {
      subject: `${amount} to pay after a refund`,
      heading: "Your bill is open again",
      story: `We refunded ${amount} to you, and the bill that it had paid is due again. ${whenDue}`,
    },
    "reversed payment": {
      subject: `We checked your payment of ${amount}`,
      heading: "Your bill is still open",
      story: `We checked your payment of ${amount}: the bill that shows as open is not paid. You can pay it now. ${whenDue}`,
    },
  }
  return texts[effect]
}

/** Notifies a customer that staff have changed what a product owes. */
export function correctionEmail(news: CorrectionNews): EmailMessage {
  const { brand, firstName, effect, amount, product, date } = news
  const { subject, heading, story } = textsOf(news)
  const isReversal = effect.startsWith("reversed")
  const body = emailLayout(brand, {
    heading,
    preview: story,
    blocks: [
      greeting(firstName),
      { paragraph: story },
      {
        facts: [
          ["Amount", amount],
          ["Product", product],
          ["Date", fullDay(date)],
        ],
      },
      isReversal
        ? { link: `${brand.siteAddress}/payment-center`, label: "Open your payment center" }
        : {
            link: `${brand.siteAddress}/payment-center/payment-history`,
            label: "Open your payment history",
          },
      { note: `If you have questions, please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: `${subject}: ${brand.clientName}`, ...body }
}
