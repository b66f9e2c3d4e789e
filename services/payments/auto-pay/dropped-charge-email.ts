import { dollarsOf } from "#contracts/money.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"

/** The reason that an announced charge is not made. */
export type DropReason =
  | { kind: keyof typeof plainReasons }
  /** `payments`: a text such as "YQ9N2M99 of $52.00 from November 26, 2026". */
  | { kind: "paidBefore"; payments: string }
  /** The day on which auto pay charged the bill. */
  | { kind: "charged"; on: string }
  /** Current due date of the bill. */
  | { kind: "moved"; dueDate: string }
  /** The products that the number stood for at the time of authorization and stands for now. */
  | { kind: "otherProduct"; before: string; now: string }

interface DroppedChargeNews {
  brand: EmailBrand
  firstName: string
  /** Name and number of the product. */
  product: string
  /** The announced charge; its amount is in cents. */
  charge: { amount: number; chargeOn: string; isTold: boolean }
  reason: DropReason
}

const goesOn = "Auto Pay stays on for your next bills."
const payNow = "The amount is still due: please pay it, or authorize Auto Pay again."

const plainReasons = {
  paid: `You have paid it already. ${goesOn}`,
  credited: `We lowered what you owe, so nothing is due for it. ${goesOn}`,
  both: `It is settled by your payment and by what we lowered. ${goesOn}`,
  settled: `Our records show nothing due on that day any more. ${goesOn}`,
  small: `Less than ${dollarsOf(minimumCharge)} is left of it, so it is charged with your next bill. ${goesOn}`,
  suspended: `Auto Pay is suspended for this product. ${payNow}`,
  closed:
    "Your account was closed, so Auto Pay charges nothing more. If you think that this is a mistake, or if a bill is open, please call us.",
  kept: `We took your earlier payment for this bill back and still have the money. Auto Pay leaves the bill out until we have paid the money back or counted it again. Please call us before you pay it. ${goesOn}`,
  held: "Your bank returned earlier debits, and Auto Pay charges no other bill until that amount is paid. Please pay what is due.",
  off: `Auto Pay was turned off for this product in our records, not on this site. ${payNow}`,
  otherMethod:
    "The payment method of Auto Pay was changed in our records, not on this site. If Auto Pay charges the other method, we email you first.",
  combined:
    "This product is part of a combined bill now, which Auto Pay does not charge. Please pay that bill when you receive it.",
  ended: "This product is not active any more.",
  gone: "This product is not in your account any more.",
  late: "Our records do not show your last change of Auto Pay yet. Auto Pay makes the charge once, on the first day after they show it. If you pay the amount before, Auto Pay does not charge it.",
}

/** Cancels the announcement of a charge that will not be made. */
export function droppedChargeEmail(news: DroppedChargeNews): EmailMessage {
  const { brand, firstName, product, charge } = news
  const amount = dollarsOf(charge.amount)
  const date = dateInWords(charge.chargeOn)
  const planned = charge.isTold
    ? `We told you that Auto Pay would charge ${amount} on ${date}.`
    : `Auto Pay was to charge ${amount} on ${date}.`
  const isLate = news.reason.kind === "late"
  const told = `${planned} ${isLate ? "It makes this charge later." : "It does not make this charge."}`
  const why = reasonText(news)
  const body = emailLayout(brand, {
    heading: isLate ? "An Auto Pay charge is late" : "An Auto Pay charge is not made",
    preview: `${told} ${why}`,
    blocks: [
      greeting(firstName),
      { paragraph: told },
      { paragraph: why },
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
  const subject = `Auto Pay ${isLate ? "is late to" : "will not"} charge ${amount} on ${date}`
  return { subject: `${subject}: ${brand.clientName}`, ...body }
}

function reasonText({ reason, brand }: DroppedChargeNews): string {
  if (reason.kind === "paidBefore") {
    return `We have your payment ${reason.payments} for it, but the bill still shows as open. Please do not pay again. Please call us at ${brand.phoneNumber}, so that we can correct it. ${goesOn}`
  }
  if (reason.kind === "charged") {
    return `Auto Pay has charged this bill on ${dateInWords(reason.on)} already. ${goesOn}`
  }
  if (reason.kind === "moved") {
    return `Its due date was moved to ${dateInWords(reason.dueDate)}. We email you before Auto Pay charges it.`
  }
  if (reason.kind === "otherProduct") {
    return `It was for ${reason.before}, and this number stands for ${reason.now} in our records now. Auto Pay is suspended for ${reason.now}: to have it charged, authorize Auto Pay again. Please look in your payment center for what is due.`
  }
  return plainReasons[reason.kind]
}
