import { frequencyOf } from "#contracts/payments/auto-pay-rules.ts"
import type { BillingChange, NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { AnnouncedNext } from "./announced-charge.ts"
import { announcedNextCharge } from "./announced-next-charge.ts"
import { type ChargeFacts, chargeFactsOf } from "./charge-facts.ts"

/** Why auto pay charges nothing for a product. */
export type NoCharge =
  | "inactive"
  | "combined-bill"
  | "no-cost"
  | "not-on-auto-pay"
  | "suspended"
  /** The account does not have the method that the account system stores. */
  | "no-method"
  | "no-bill"

/** The next auto pay charge of a product. Without auto pay: the next payment by the person. */
export interface ChargeForecast extends AnnouncedNext {
  /** Cents of each period after the next charge. */
  later: { premium: number; fee: number }
  /** The method that auto pay charges. */
  method: { recordId: string; label: string; isBank: boolean } | null
  /** Null if `next` is charged on its date. */
  none: NoCharge | null
}

/** Payment settings of a product that a person can choose. */
export type PaymentSettings = BillingChange["wanted"]

/**
 * The only source for the next auto pay charge, used by screens, emails and the billing run.
 * `policy` is a product of this account, `today` the client's business day. Auto pay charges
 * amounts that were announced, or can be announced in time. `facts` may cover several products. The
 * charge after a change comes from `chargesAfterChange`.
 *
 * Errors: `AccountSystemAway`.
 */
export async function nextChargeOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  facts = chargeFactsOf(deps, account, [policy], today),
): Promise<ChargeForecast> {
  const { billing } = policy
  const { paymentMethodRecordId: recordId, paymentMethodLabel: label } = billing
  const { isSuspended, methodKind, ...announced } = await nextOf(
    deps,
    account,
    policy,
    today,
    facts,
  )
  const method = recordId === null ? null : { recordId, label, isBank: methodKind === "bank" }
  const none = noCharge(policy, method !== null, announced.next !== undefined)
  const canCharge = none === null || none === "no-bill"
  const hindrance = isSuspended
    ? "suspended"
    : methodKind === null && canCharge
      ? "no-method"
      : null
  return {
    ...announced,
    later: periodPrice(policy, billing),
    method,
    none: hindrance ?? none,
  }
}

async function nextOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  facts: ChargeFacts,
): ReturnType<typeof announcedNextCharge> {
  const { policyAdmin } = deps
  if (policy.billing.paymentMethodRecordId !== null) {
    return await announcedNextCharge(deps, account, policy, today, facts)
  }
  const { client, accountNumber } = account
  // Only auto pay carries a small bill to the next one; people see the small amount.
  const question = { today: today.toString() }
  const next = await policyAdmin.nextCharge(client, accountNumber, policy.policyNumber, question)
  return { next, deferred: 0, announcementId: null, isSuspended: false, methodKind: null }
}

/** Why auto pay charges nothing for this product, apart from a suspension. */
export function noCharge(
  { active, billing }: Policy,
  isOnAutoPay: boolean,
  hasBill: boolean,
): NoCharge | null {
  if (!active) return "inactive"
  if (billing.kind === "combined") return "combined-bill"
  if (billing.kind === "no-cost") return "no-cost"
  if (!isOnAutoPay) return "not-on-auto-pay"
  return hasBill ? null : "no-bill"
}

/** Whether a charge can still be skipped: until the day before it. */
export function canSkip({ date }: NextCharge, today: Temporal.PlainDate): boolean {
  return date > today.toString()
}

/** Cents of one period with these settings. The fee is charged only with auto pay. */
export function periodPrice(
  { billing }: { billing: Pick<Policy["billing"], "frequencies" | "hasBillingFee"> },
  { frequencyCode, paymentMethodRecordId }: Omit<PaymentSettings, "paymentMethodLabel">,
): { premium: number; fee: number } {
  const frequency = frequencyOf(billing, frequencyCode)
  const hasFee = billing.hasBillingFee && paymentMethodRecordId !== null
  return { premium: frequency?.amount ?? 0, fee: hasFee ? (frequency?.fee ?? 0) : 0 }
}
