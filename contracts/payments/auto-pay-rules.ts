/** How a product is paid: how often, and by which method on auto pay (null: not on auto pay). */
export interface PaymentChoice {
  frequencyCode: string
  paymentMethodRecordId: string | null
}

/** The payment frequencies of a product and their prices. Amounts are cents. */
export interface BillingTerms {
  frequencies: readonly { code: string; label: string; amount: number; fee: number }[]
  /** With auto pay, each period costs the frequency's fee in addition to its amount. */
  hasBillingFee: boolean
}

export const autoPayOutcomes = [
  "remove",
  "both",
  "add",
  "add-admin-fees",
  "frequency",
  "payment-method",
  "none",
] as const
export type AutoPayOutcome = (typeof autoPayOutcomes)[number]

/** Names what a change of auto pay or frequency does. It selects the authorization text. */
export function autoPayOutcome(
  old: PaymentChoice,
  chosen: PaymentChoice,
  hasBillingFee: boolean,
): AutoPayOutcome {
  const wasOn = old.paymentMethodRecordId !== null
  const isOn = chosen.paymentMethodRecordId !== null
  const isOtherMethod = chosen.paymentMethodRecordId !== old.paymentMethodRecordId
  const isOtherFrequency = chosen.frequencyCode !== old.frequencyCode
  if (wasOn && !isOn) return "remove"
  if (isOtherFrequency && isOtherMethod) return "both"
  if (!wasOn && isOn) return hasBillingFee ? "add-admin-fees" : "add"
  if (isOtherFrequency) return "frequency"
  return isOtherMethod ? "payment-method" : "none"
}

/** Cents. */
export interface PeriodCost {
  premium: number
  adminFee: number
  totalPremium: number
}

/** The cost of one period with this choice. The fee is charged only with auto pay. */
export function periodCost(terms: BillingTerms, chosen: PaymentChoice): PeriodCost {
  const frequency = frequencyOf(terms, chosen.frequencyCode)
  const premium = frequency?.amount ?? 0
  const hasFee = terms.hasBillingFee && chosen.paymentMethodRecordId !== null
  const adminFee = hasFee ? (frequency?.fee ?? 0) : 0
  return { premium, adminFee, totalPremium: premium + adminFee }
}

/** The label of a frequency, such as "Monthly"; "" when the product does not offer it. */
export function frequencyLabel(terms: BillingTerms, code: string): string {
  return frequencyOf(terms, code)?.label ?? ""
}

function frequencyOf({ frequencies }: BillingTerms, code: string) {
  return frequencies.find((frequency) => frequency.code === code)
}
