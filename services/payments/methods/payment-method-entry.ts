import { ApiError } from "#contracts/messages.ts"
import { expirationYears } from "#contracts/payments/payment-method-rules.ts"
import type { AddBody, UpdateBody } from "#contracts/payments/payment-methods.ts"
import { isExpired } from "./card-expiry.ts"
import type { MethodEntry, PaymentMethodRow } from "./payment-methods.store.ts"

/** The details of a method, except its number. */
type Entered = Pick<PaymentMethodRow, "kind" | "cardType" | "bankType" | "expirationDate"> & {
  entry: MethodEntry
}

/**
 * What the person entered, checked for what the contract cannot see.
 *
 * Errors: `paymentMethod.expired`, `request.invalid`.
 */
export function enteredIn(body: AddBody | UpdateBody, today: Temporal.PlainDate): Entered {
  const entry: MethodEntry = {
    holderName: body.cardHolderName.trim(),
    addressLine1: body.addressLine1.trim(),
    addressLine2: body.addressLine2.trim(),
    addressLine3: body.addressLine3.trim(),
    cityName: body.city.trim(),
    stateCode: body.state,
    zipCode: body.zipCode.trim(),
  }
  if (body.isCreditCard) {
    const { cardType, expirationDate } = body
    checkExpiration(expirationDate, today)
    return { kind: "card", cardType, bankType: "", expirationDate, entry }
  }
  const bankType = body.paymentType
  if (!isConsistent(body)) throw new ApiError("request.invalid", { fields: "paymentType" })
  return { kind: "bank", cardType: "", bankType, expirationDate: "", entry }
}

function checkExpiration(expirationDate: string, today: Temporal.PlainDate): void {
  if (isExpired({ kind: "card", expirationDate }, today))
    throw new ApiError("paymentMethod.expired")
  const year = Number(expirationDate.slice(-4))
  if (year > today.year + expirationYears) {
    throw new ApiError("request.invalid", { fields: "expirationDate" })
  }
}

/** The body names the kind of account four times. All four must agree. */
function isConsistent(body: Extract<AddBody | UpdateBody, { isBankAccount: true }>): boolean {
  const isChecking = body.paymentType === "C"
  return (
    body.isCheckingAccount === isChecking &&
    body.isSavingAccount === !isChecking &&
    body.methodType === (isChecking ? "Checking" : "Savings")
  )
}
