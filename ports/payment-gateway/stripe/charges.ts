import type Stripe from "stripe"
import type { Charge } from "../port.ts"
import { disputeStatusOf, intentStatusOf, reasonOf, stripeReasons } from "./codes.ts"

/** The metadata field that stores our key with each payment and customer at Stripe. */
export const keyName = "my_account_key"

/** Metadata of a payment that together store its memo: Stripe takes 500 characters in each. */
const memoNames = [1, 2, 3, 4].map((part) => `my_account_memo_${part}`)
const memoPart = 500

/** The metadata of a payment with this key and memo. */
export function metadataOf(key: string, memo: string): Record<string, string> {
  const parts = memoNames.map((name, n) => [name, memo.slice(n * memoPart, (n + 1) * memoPart)])
  return { [keyName]: key, ...Object.fromEntries(parts.filter(([, part]) => part !== "")) }
}

export function memoOf({ metadata }: Stripe.PaymentIntent): string {
  return memoNames.map((name) => metadata[name] ?? "").join("")
}

type Outcome = Pick<Charge, "status" | "reason">

/**
 * The charge of a payment with its latest charge included. Requests the disputes of a disputed one
 * from Stripe: only they distinguish an inquiry from a dispute, and show whether it was lost.
 */
export async function readCharge(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<Charge> {
  const isDisputed = latestOf(intent)?.disputed === true
  const disputes = isDisputed
    ? (await stripe.disputes.list({ payment_intent: intent.id, limit: 100 })).data
    : []
  return chargeOf(intent, disputes)
}

/** `intent` includes its latest charge. */
export function chargeOf(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): Charge {
  const { metadata, id, amount } = intent
  const charge = latestOf(intent)
  const refundedAmount = charge?.amount_refunded ?? 0
  const key = metadata[keyName] ?? ""
  const outcome = outcomeOf(intent, disputes)
  return {
    ...{ key, reference: id, amount, refundedAmount, ...outcome },
    ...(charge && { chargeReference: charge.id }),
  }
}

/** The PaymentIntent of a charge (`ch_…` or `py_…`); undefined if it has none. */
export async function intentOfCharge(stripe: Stripe, id: string): Promise<string | undefined> {
  const { payment_intent: intent } = await stripe.charges.retrieve(id)
  return (typeof intent === "object" ? intent?.id : intent) ?? undefined
}

function outcomeOf(intent: Stripe.PaymentIntent, disputes: readonly Stripe.Dispute[]): Outcome {
  const ours = intentStatusOf(intent)
  const charge = latestOf(intent)
  if (ours === "pending") return { status: ours, reason: "" }
  if (ours === "settled") return laterOutcome(charge, disputes)
  // A debit that a bank refuses days later was pending; a refused card never was.
  const wasOnItsWay = charge?.payment_method_details?.type === "us_bank_account"
  return {
    status: wasOnItsWay ? "returned" : "declined",
    reason: reasonOf(intent.last_payment_error),
  }
}

/** The state of money that arrived: the gravest that applies. */
function laterOutcome(
  charge: Stripe.Charge | undefined,
  disputes: readonly Stripe.Dispute[],
): Outcome {
  const states = disputes.map(disputeStatusOf)
  const lost = disputes[states.indexOf("disputeLost")]
  if (lost) return { status: "disputeLost", reason: stripeReasons[lost.reason] ?? "other" }
  const refunded = charge?.amount_refunded ?? 0
  const found: [Charge["status"], boolean][] = [
    ["refunded", charge?.refunded === true],
    ["disputed", states.includes("disputed")],
    ["inquiry", states.includes("inquiry")],
    ["disputeWon", states.includes("disputeWon")],
    ["partlyRefunded", refunded > 0],
  ]
  return { status: found.find(([, is]) => is)?.[0] ?? "settled", reason: "" }
}

function latestOf({ latest_charge: latest }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof latest === "object" ? (latest ?? undefined) : undefined
}
