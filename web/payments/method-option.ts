import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"

/** A saved method as an option of a select. An unverified bank account cannot be chosen. */
export function methodOption({ paymentRecordId, paymentMethodHeader, ...state }: PaymentMethod) {
  const isUnverified = state.isVerified === "N"
  const suffix = isUnverified ? " (not verified)" : state.isCardExpired === "Y" ? " (expired)" : ""
  return {
    value: paymentRecordId,
    label: `${paymentMethodHeader}${suffix}`,
    disabled: isUnverified,
  }
}

/** Why this method cannot be charged; "" when it can be. */
export function methodProblem(method: PaymentMethod | undefined): string {
  return method?.cardExpMessage || method?.verifyMessage || ""
}
