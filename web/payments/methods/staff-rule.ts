import { addNewLabel, addNewRecordId } from "#contracts/payments/payment-method-rules.ts"
import { csUserid } from "#web/identity/session/session.ts"
import * as texts from "./texts.ts"

/** Why no payment method can be added in this session: staff may not; "" for the customer. */
export function whyNotAdd(): string {
  return csUserid() === undefined ? "" : texts.customerOnly
}

/** The option of a select that adds a payment method. Staff see it disabled, with the reason. */
export function addMethodOption() {
  const isBlocked = whyNotAdd() !== ""
  const label = isBlocked ? `${addNewLabel} (${texts.onlyTheCustomer})` : addNewLabel
  return { value: addNewRecordId, label, disabled: isBlocked }
}
