import { shownDate } from "#platform/text/dates.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { productOf } from "#services/products/product-presenter.ts"

export function productsReplyOf(
  policies: readonly Policy[],
  clientName: string,
  today: Temporal.PlainDate,
) {
  return {
    activeProducts: policies.map((policy) => productOf(policy, today)),
    clientName,
    currentDate: shownDate(today.toString()),
    messages: [],
  }
}
