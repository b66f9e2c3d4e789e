/** How a product is paid: how often, and with which method on auto pay (null: not on auto pay). */
export interface PaymentChoice {
  frequencyCode: string
  paymentMethodRecordId: string | null
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

/**
 * The effect of a change of auto pay or frequency. It determines the authorization text. While auto
 * pay is suspended, choosing a method restarts it, even if the method is the same.
 */
export function autoPayOutcome(
  old: PaymentChoice,
  chosen: PaymentChoice,
  hasBillingFee: boolean,
  isSuspended = false,
): AutoPayOutcome {
  const isOn = chosen.paymentMethodRecordId !== null
  const wasOn = old.paymentMethodRecordId !== null && !(isSuspended && isOn)
  const isOtherMethod =
    chosen.paymentMethodRecordId !== old.paymentMethodRecordId || (isSuspended && isOn)
  const isOtherFrequency = chosen.frequencyCode !== old.frequencyCode
  if (wasOn && !isOn) return "remove"
  if (isOtherFrequency && isOtherMethod) return "both"
  if (!wasOn && isOn) return hasBillingFee ? "add-admin-fees" : "add"
  if (isOtherFrequency) return "frequency"
  return isOtherMethod ? "payment-method" : "none"
}

/** The payment frequencies that a product offers. */
interface Frequencies<Frequency extends { code: string } = { code: string; label: string }> {
  frequencies: readonly Frequency[]
}

/** The label of a frequency, such as "Monthly"; "" if the product does not offer it. */
export function frequencyLabel(product: Frequencies, code: string): string {
  return frequencyOf(product, code)?.label ?? ""
}

export function frequencyOf<Frequency extends { code: string }>(
  { frequencies }: Frequencies<Frequency>,
  code: string,
): Frequency | undefined {
  return frequencies.find((frequency) => frequency.code === code)
}
