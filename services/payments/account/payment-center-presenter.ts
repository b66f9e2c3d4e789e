import { shownDate } from "#platform/text/dates.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { type AutoPayNotice, productOf } from "#services/products/product-presenter.ts"
import { mostUrgentFirst } from "#services/products/urgency.ts"

export function productsReplyOf(
  policies: readonly Policy[],
  clientName: string,
  today: Temporal.PlainDate,
  notices: ReadonlyMap<string, AutoPayNotice>,
) {
  return {
    activeProducts: mostUrgentFirst(policies, today, notices).map((policy) =>
      productOf(policy, today, notices),
    ),
    clientName,
    currentDate: shownDate(today.toString()),
    messages: [],
  }
}
