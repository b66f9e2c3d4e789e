import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"

/**
 * The initial choice: the product's current method, else the first saved one that can be charged, else
 * the first one, else none.
 */
export function firstChoice(
  methods: readonly PaymentMethod[],
  currentRecordId: string,
): string | undefined {
  const current = methods.find(({ paymentRecordId }) => paymentRecordId === currentRecordId)
  const verified = methods.find(({ isVerified }) => isVerified === "Y")
  return (current ?? verified ?? methods[0])?.paymentRecordId
}
