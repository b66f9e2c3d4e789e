import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import {
  addNewLabel,
  addNewRecordId,
  noAutoPayRecordId,
} from "#contracts/payments/payment-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import * as texts from "./texts.ts"

/** What auto pay of this product can charge: nothing, each saved method, or one to be added. */
export function methodOptions(product: Product, methods: readonly PaymentMethod[]) {
  const { currentPaymentMethodRecordId: current, currentPaymentMethod } = product
  const isOn = current !== noAutoPayRecordId
  const saved = methods.map(({ paymentRecordId, paymentMethodHeader, isCardExpired }) => ({
    value: paymentRecordId,
    label: isCardExpired === "Y" ? `${paymentMethodHeader} (expired)` : paymentMethodHeader,
  }))
  // What the account system charges may not be among the saved ones.
  const isSaved = !isOn || saved.some(({ value }) => value === current)
  return [
    { value: noAutoPayRecordId, label: isOn ? texts.removeAutoPay : texts.notOnAutoPay },
    ...(isSaved ? [] : [{ value: current, label: currentPaymentMethod }]),
    ...saved,
    { value: addNewRecordId, label: addNewLabel },
  ]
}
