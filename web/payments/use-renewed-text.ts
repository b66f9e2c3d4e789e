import { renewedDebitText } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { useClient } from "#web/brands/init.ts"

/** Returns the text by which the person authorizes a method again; "" if that is not needed. */
export function useRenewedText() {
  const { clientName, clientPhoneNumber } = useClient()
  return (method: PaymentMethod | undefined) =>
    method?.isAuthorizationEnded === "Y"
      ? renewedDebitText(method.paymentMethodHeader, clientName, clientPhoneNumber)
      : ""
}
