import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"

/** What is chosen at first: the product's current method, else the first saved one, else none. */
export function firstChoice(
  methods: readonly PaymentMethod[],
  currentRecordId: string,
): string | undefined {
  const current = methods.find(({ paymentRecordId }) => paymentRecordId === currentRecordId)
  return (current ?? methods[0])?.paymentRecordId
}

/** What the person knows the account by: bank or card company, and last four digits. */
export function accountOf({ creditCard, bankAccount }: PaymentMethod) {
  const account = creditCard ?? bankAccount
  return {
    institution: account?.financialInstitutionName ?? "",
    lastFour: account?.accountNumberLast4Digit ?? "",
  }
}
