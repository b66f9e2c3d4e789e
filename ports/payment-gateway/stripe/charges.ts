import type Stripe from "stripe"
import type { Charge, DeclineReason, RefusedFor } from "../port.ts"
import {
  disputeStatusOf,
  intentStatusOf,
  isDecline,
  lateReturns,
  reasonOf,
  returnReasons,
} from "./codes.ts"

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

/** The metadata field of a payment that only blocks its key. */
export const blockName = "my_account_block"
export type BlockReason = RefusedFor | "authorization" | "canceled" | `declined ${DeclineReason}`

export function isBlock({ metadata }: Stripe.PaymentIntent): boolean {
  return metadata[blockName] !== undefined
}

/** The reason of a decline without a payment of its own, for which a key was blocked. */
export function declineOf(reason: string | undefined): DeclineReason | undefined {
  return reason?.startsWith("declined ") ? (reason.slice(9) as DeclineReason) : undefined
}

/** The declined charge that a block stands for; undefined if nobody was asked for the money. */
export function blockedCharge(block: Stripe.PaymentIntent): Charge | undefined {
  const reason = declineOf(block.metadata[blockName])
  return reason && { ...chargeOf(block, []), status: "declined", reason }
}

/** Whether no card network, bank or customer was asked about a payment. */
export function isUnasked(intent: Stripe.PaymentIntent): boolean {
  const { status, latest_charge: charge, last_payment_error: error } = intent
  const isOpen = status === "requires_confirmation" || status === "requires_payment_method"
  return isOpen && charge === null && !isDecline(error)
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
    ...(intent.latest_charge && { chargeReference: charge?.id ?? String(intent.latest_charge) }),
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
  const error = intent.last_payment_error
  if (!wasOnItsWay(charge)) return { status: "declined", reason: reasonOf(error) }
  const code = error?.decline_code ?? error?.code ?? ""
  return { status: "returned", reason: returnReasons[code] ?? "other" }
}

/**
 * Whether a failed charge is a debit that a bank returned days later. Stripe's books have a debit
 * from when it was submitted to the banking network, and never one that Stripe blocked itself. Source:
 * https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods
 */
function wasOnItsWay(charge: Stripe.Charge | undefined): boolean {
  if (charge?.payment_method_details?.type !== "us_bank_account") return false
  return charge.balance_transaction !== null || Boolean(charge.failure_balance_transaction)
}

/** The state of money that arrived: the gravest that applies. */
function laterOutcome(
  charge: Stripe.Charge | undefined,
  disputes: readonly Stripe.Dispute[],
): Outcome {
  const states = disputes.map(disputeStatusOf)
  const lost = disputes[states.indexOf("disputeLost")]
  if (lost) {
    const isDebit = charge?.payment_method_details?.type === "us_bank_account"
    const isReturn = isDebit && lateReturns.includes(lost.reason)
    const reason = returnReasons[lost.reason] ?? "other"
    return { status: isReturn ? "returned" : "disputeLost", reason }
  }
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
