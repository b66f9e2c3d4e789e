import { z } from "zod"
import { instant } from "#contracts/outside-dates.ts"

const reasons = [
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "lost_or_stolen",
  "account_closed",
  "account_unusable",
  "not_authorized",
  "not_authenticated",
  "other",
] as const
const reason = z.enum([...reasons, ""])
export const refusal = z.enum([...reasons, "token_unknown"])
export const kept = z.object({
  reference: z.string(),
  kind: z.enum(["card", "bank"]),
  cardType: z.enum(["VS", "MC", "DS", "AM", ""]),
  lastFour: z.string(),
  expirationDate: z.string(),
  institution: z.string(),
  maskedRoutingNumber: z.string(),
})
export const keptNow = kept.extend({ verifyId: z.string().optional() })
export const methodReport = z.object({
  method: kept,
  isVerificationFailed: z.boolean(),
  blocked: reason,
  isAuthorizationGone: z.boolean(),
})
export const fraudWarning = z.object({
  key: z.string(),
  reference: z.string(),
  isFraudWarning: z.literal(true),
})
export const refusedCharge = z.object({
  refusedFor: z.enum(["method", "amount", "account", "unknown"]),
})
export const charged = z.object({
  key: z.string(),
  reference: z.string(),
  amount: z.int(),
  status: z.enum([
    "accepted",
    "pending",
    "settled",
    "declined",
    "returned",
    "partlyRefunded",
    "refunded",
    "inquiry",
    "disputed",
    "disputeWon",
    "disputeLost",
  ]),
  reason,
  refundedAmount: z.int(),
})
export const made = charged.extend({
  memo: z.string(),
  method: z.string(),
  madeAt: instant,
})
export const refunded = z.object({
  key: z.string(),
  reference: z.string(),
  amount: z.int(),
  status: z.enum(["pending", "succeeded", "failed"]),
})
export const report = charged.omit({ amount: true })

export const books = z.object({
  movements: z.array(
    z.object({
      reference: z.string(),
      kind: z.enum(["charge", "refund", "return", "dispute", "fee", "payout", "other"]),
      charge: z.string(),
      key: z.string(),
      amount: z.int(),
      fee: z.int(),
      at: instant,
      payout: z.string(),
    }),
  ),
  payouts: z.array(
    z.object({
      reference: z.string(),
      amount: z.int(),
      status: z.enum(["pending", "paid", "failed"]),
      arrivesOn: z.string(),
      madeAt: instant,
      isItemized: z.boolean(),
    }),
  ),
})
