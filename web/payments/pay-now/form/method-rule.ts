import type { PayNowData } from "#contracts/payments/pay-now.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { isOnAutoPay } from "#web/products/product/planned.ts"
import { isChoosable } from "../../method-option.ts"
import { pastDueOf } from "./amounts.ts"

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
 * The amount that a payment begins with, of those that the person can pay: the part that auto pay
 * will not charge, or what is past due; otherwise everything.
 */
export function firstAmount({
  payableAmounts: payable,
  activeProducts: [product],
}: Pick<PayNowData, "payableAmounts" | "activeProducts">): string | undefined {
  const [total, own] = payable
  if (!product) return total
  if (isOnAutoPay(product) && !isAutoPaySuspended(product)) return own ?? total
  const pastDue = pastDueOf(product)
  return payable.find((one) => one === pastDue) ?? total
}

function isAutoPaySuspended({ autoPayNotice }: Product): boolean {
  return autoPayNotice?.state === "suspended"
}
