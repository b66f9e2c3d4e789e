import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import { shownDate } from "#platform/text/dates.ts"

/** The reason that an announced charge is not made. */
export type DropReason = "paid" | "paidBefore" | "credited" | "both" | "settled" | "suspended"

interface DroppedChargeNews {
  brand: EmailBrand
  firstName: string
  /** Name and number. */
  product: string
  /** As it was announced; the amount in cents. */
  charge: { amount: number; chargeOn: string; isTold: boolean }
  /** For `paidBefore`: the payments, such as "YQ9N2M99 of $52.00 from November 26, 2026". */
  payments: string
  reason: DropReason
}

const reasons: Record<Exclude<DropReason, "paidBefore">, string> = {
  paid: "You have paid it already.",
  credited: "We lowered what you owe, so nothing is due for it.",
  both: "It is settled by your payment and by what we lowered.",
  settled: "Nothing is due for it any more.",
  suspended:
    "Auto Pay is suspended for this product. The amount is still due: please pay it, or authorize Auto Pay again.",
}

/** Takes back the announcement of a charge that is not made. */
export function droppedChargeEmail(news: DroppedChargeNews): EmailMessage {
  const { brand, firstName, product, charge, reason, payments } = news
  const amount = dollarsOf(charge.amount)
  const date = shownDate(charge.chargeOn)
  const planned = charge.isTold
    ? `We told you that Auto Pay would charge ${amount} on ${date}.`
    : `Auto Pay was to charge ${amount} on ${date}.`
  const told = `${planned} It does not make this charge.`
  const why =
    reason === "paidBefore"
      ? `We have your payment ${payments} for it, but the bill still shows as open. Please do not pay again. Please call us at ${brand.phoneNumber}, so that we can correct it.`
      : reasons[reason]
  const next = reason === "suspended" ? "" : " Auto Pay stays on for your next bills."
  const body = emailLayout(brand, {
    heading: "An Auto Pay charge is not made",
    preview: `${told} ${why}`,
    blocks: [
      greeting(firstName),
      { paragraph: told },
      { paragraph: `${why}${next}` },
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
