import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { methodOption } from "../method-option.ts"
import { addMethodOption } from "../methods/staff-rule.ts"
import * as texts from "./texts.ts"

/** The auto pay options of this product: none, each saved method, or adding one. */
export function methodOptions(product: Product, methods: readonly PaymentMethod[]) {
  const { currentPaymentMethodRecordId: current, currentPaymentMethod } = product
  const isOn = current !== noAutoPayRecordId
  const saved = methods.map(methodOption)
  // The method in the account system may not be a saved one.
  const isSaved = !isOn || saved.some(({ value }) => value === current)
  return [
    { value: noAutoPayRecordId, label: isOn ? texts.removeAutoPay : texts.notOnAutoPay },
    ...(isSaved ? [] : [{ value: current, label: currentPaymentMethod }]),
    ...saved,
    addMethodOption(),
  ]
}
