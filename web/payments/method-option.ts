import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"

/**
 * A saved method as an option of a select. A bank account that is blocked or not verified cannot be
 * chosen.
 */
export function methodOption(method: PaymentMethod) {
  const { paymentRecordId, paymentMethodHeader } = method
  return {
    value: paymentRecordId,
    label: `${paymentMethodHeader}${suffixOf(method)}`,
    disabled: !isChoosable(method),
  }
}

function suffixOf({ isBlocked, isVerified, isCardExpired, isAuthorizationEnded }: PaymentMethod) {
  if (isBlocked === "Y") return " (cannot be charged)"
  if (isVerified === "N") return " (not verified)"
  if (isCardExpired === "Y") return " (expired)"
  return isAuthorizationEnded === "Y" ? " (authorize again)" : ""
}

export function isChoosable({ isBlocked, isVerified }: PaymentMethod): boolean {
  return isBlocked !== "Y" && isVerified === "Y"
}

/** Why this method cannot be charged; "" when it can be. */
export function methodProblem(method: PaymentMethod | undefined): string {
  return method?.cardExpMessage || method?.blockedMessage || method?.verifyMessage || ""
}
