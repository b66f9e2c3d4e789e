import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import { shownDate } from "#platform/text/dates.ts"

/** The reason that an announced charge is not made. */
export type DropReason = "paid" | "credited" | "both" | "settled" | "suspended"

interface DroppedChargeNews {
  brand: EmailBrand
  firstName: string
  /** Name and number. */
  product: string
  /** As it was announced; the amount in cents. */
  charge: { amount: number; chargeOn: string }
  reason: DropReason
}

const reasons: Record<DropReason, string> = {
  paid: "You have paid it already.",
  credited: "We lowered what you owe, so nothing is due for it.",
  both: "It is settled by your payment and by what we lowered.",
  settled: "Nothing is due for it any more.",
  suspended:
    "Auto Pay is suspended for this product. The amount is still due: please pay it, or authorize Auto Pay again.",
}

/** Takes back the announcement of a charge that is not made. */
export function droppedChargeEmail(news: DroppedChargeNews): EmailMessage {
  const { brand, firstName, product, charge, reason } = news
  const amount = dollarsOf(charge.amount)
  const date = shownDate(charge.chargeOn)
  const told = `We told you that Auto Pay would charge ${amount} on ${date}. It does not make this charge.`
  const next = reason === "suspended" ? "" : " Auto Pay stays on for your next bills."
  const body = emailLayout(brand, {
    heading: "An Auto Pay charge is not made",
    preview: `${told} ${reasons[reason]}`,
    blocks: [
      greeting(firstName),
      { paragraph: told },
      { paragraph: `${reasons[reason]}${next}` },
      {
        facts: [
          ["Product", product],
          ["Date", date],
          ["Amount", amount],
        ],
      },
      { link: `${brand.siteAddress}/payment-center/products`, label: "Open your payment center" },
      { note: `If you have questions, please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: `Auto Pay will not charge ${amount} on ${date}: ${brand.clientName}`, ...body }
}
