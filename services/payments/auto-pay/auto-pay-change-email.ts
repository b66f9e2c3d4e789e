import { withFullDays } from "#contracts/dates.ts"
import type { AutoPayOutcome } from "#contracts/payments/auto-pay-rules.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting } from "#platform/email/layout.ts"
import type { AutoPayChangeEvidence } from "../paying/auto-pay-change-evidence.ts"

/** The values of a change of auto pay or frequency for its email. */
export interface AutoPayChangeNews extends AutoPayChangeEvidence {
  brand: EmailBrand
  firstName: string
  outcome: Exclude<AutoPayOutcome, "none">
  /** Whether the payment frequency also changed. The end of auto pay then has its own text. */
  isOtherFrequency: boolean
  /** The staff member who changed it for the customer; "" if the customer did. */
  changedBy: string
}

// The list of facts contains the billing fee: the first charge can be a bill without one.
const setUp = { heading: "Auto Pay is set up", what: "Auto Pay is set up for your product." }

const words: Record<AutoPayChangeNews["outcome"], { heading: string; what: string }> = {
  add: setUp,
  "add-admin-fees": setUp,
  both: {
    heading: "Auto Pay and payment frequency changed",
    what: "Auto Pay and the payment frequency for your product were changed.",
  },
  frequency: {
    heading: "Your payment frequency changed",
    what: "The payment frequency for your product was changed.",
  },
  "payment-method": {
    heading: "Your Auto Pay payment method changed",
    what: "From now on, Auto Pay charges a different payment method for your product.",
  },
  remove: {
    heading: "Auto Pay has ended",
    what: "Auto Pay has ended for your product. Please pay each bill yourself from now on.",
  },
}

/** Text for the end of auto pay together with a new frequency. */
const endedAndChanged = {
  heading: "Auto Pay has ended and your payment frequency changed",
  what: "Auto Pay has ended for your product, and its payment frequency was changed. Please pay each bill yourself from now on.",
}

/** Notifies a person of a change of auto pay or payment frequency. */
export function autoPayChangeEmail(news: AutoPayChangeNews): EmailMessage {
  const { brand, outcome, product, frequency, method, next, amount, fee, dueDate } = news
  const { otherBills, underWay, bankDay, changedBy } = news
  const isBoth = outcome === "remove" && news.isOtherFrequency
  const { heading, what } = isBoth ? endedAndChanged : words[outcome]
  const facts: [string, string][] = [
    ["Product", product],
    ["Payment frequency", frequency],
    ["Auto Pay", method || "Not on Auto Pay"],
  ]
  if (next !== "") facts.push([method === "" ? "Next bill" : "Next charge", next])
  if (dueDate !== "" && !next.includes(dueDate))
    facts.push(["Next due date", withFullDays(dueDate)])
  const later = next === "" ? "Each payment" : "Each payment after that"
  facts.push([later, fee === "" ? amount : `${amount}, including a ${fee} billing fee`])
  if (underWay !== "") facts.push(["Charge under way", underWay])
  if (otherBills !== "") facts.push(["Other open bills", otherBills])
  if (changedBy !== "") facts.push(["Changed by", changedBy])
  const body = emailLayout(brand, {
    heading,
    preview: what,
    blocks: [
      greeting(news.firstName),
      { paragraph: what },
      { facts },
      ...(bankDay === "" ? [] : [{ paragraph: bankDay }]),
      { link: `${brand.siteAddress}/payment-center/products`, label: "Open your payment center" },
      {
        note: `${method === "" ? "" : "You can change or turn off Auto Pay at any time, and skip a charge up to the day before it. "}Your payment center has the authorization that you signed. If you did not ask for this change, please call us right away at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `${heading}: ${brand.clientName}`, ...body }
}
