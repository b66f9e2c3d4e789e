import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { isOnAutoPay } from "#web/products/product/planned.ts"
import { isChoosable } from "../../method-option.ts"

/**
 * The initial choice: the product's current method if it can be charged; otherwise the first saved
 * method that can, or the first one, or none. A current method that auto pay may no longer charge is not
 * chosen for the person.
 */
export function firstChoice(
  methods: readonly PaymentMethod[],
  product: Product,
): string | undefined {
  const currentId = product.currentPaymentMethodRecordId
  const usable = isAutoPaySuspended(product)
    ? methods.filter(({ paymentRecordId }) => paymentRecordId !== currentId)
    : methods
  const current = usable.find(({ paymentRecordId }) => paymentRecordId === currentId)
  const ready = usable.find(isReady) ?? usable.find(isChoosable) ?? usable[0]
  return (current && isReady(current) ? current : ready)?.paymentRecordId
}

/** Whether the method can be charged without another step of the person. */
function isReady(method: PaymentMethod): boolean {
  return isChoosable(method) && method.isAuthorizationEnded !== "Y"
}

/**
 * The initial amount from `payable`: everything, or the part that the person must pay because auto
 * pay will not.
 */
export function firstAmount(payable: readonly string[], product: Product): string | undefined {
  const [total, own] = payable
  return isOnAutoPay(product) && !isAutoPaySuspended(product) ? (own ?? total) : total
}

function isAutoPaySuspended({ autoPayNotice }: Product): boolean {
  return autoPayNotice?.state === "suspended"
}
