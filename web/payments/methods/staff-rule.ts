import { addNewLabel, addNewRecordId } from "#contracts/payments/payment-method-rules.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { usePausedReason } from "#web/shell/account-system/while-away.ts"
import * as texts from "./texts.ts"

/**
 * Why no payment method can be added now: staff may not, and no one while the account system is away;
 * "" where it can.
 */
export function useWhyNotAdd(): string {
  const paused = usePausedReason()
  return isForCustomer() ? paused : texts.customerOnly
}

function isForCustomer(): boolean {
  return csUserid() === undefined
}

/** The option of a select that adds a payment method. Staff see it disabled, with the reason. */
export function addMethodOption() {
  const isBlocked = !isForCustomer()
  const label = isBlocked ? `${addNewLabel} (${texts.onlyTheCustomer})` : addNewLabel
  return { value: addNewRecordId, label, disabled: isBlocked }
}
