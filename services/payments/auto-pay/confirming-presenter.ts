import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import type { AutoPayNotice } from "#services/products/product-presenter.ts"

/** The notice on screens about a payment that the customer must confirm with their bank. `amount` is in cents. */
export async function confirmingNotice(
  localize: Localize,
  client: string,
  { amount }: { amount: number },
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "payment.confirming"),
    localize(client, "payment.confirming.now", { amount: dollarsOf(amount) }),
  ])
  return { state: "confirming", title: title.content.join(" "), content: now.content }
}
