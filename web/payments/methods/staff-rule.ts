import { addNewLabel, addNewRecordId } from "#contracts/payments/payment-method-rules.ts"
import { csUserid } from "#web/identity/session/session.ts"
import { usePausedReason } from "#web/shell/account-system/while-away.ts"
import * as texts from "./texts.ts"

/**
 * Why adding a payment method is disabled: for staff, and for everyone while the account system is
 * away; "" if it is enabled.
 */
export function useWhyNotAdd(): string {
  const paused = usePausedReason()
  return isForCustomer() ? paused : texts.customerOnly
}

function isForCustomer(): boolean {
  return csUserid() === undefined
}

/**
 * The option of a select that adds a payment method. For staff, it is disabled and shows the
 * reason.
 */
export function addMethodOption() {
  const isBlocked = !isForCustomer()
  const label = isBlocked ? `${addNewLabel} (${texts.onlyTheCustomer})` : addNewLabel
  return { value: addNewRecordId, label, disabled: isBlocked }
}
