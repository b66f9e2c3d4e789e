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

/** The notice on screens about an accepted payment of `amount` cents that is not posted yet. */
export async function recordingNotice(
  localize: Localize,
  client: string,
  amount: number,
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "payment.recording"),
    localize(client, "payment.recording.now", { amount: dollarsOf(amount) }),
  ])
  return {
    state: "recording",
    title: title.content.join(" "),
    content: now.content,
    recorded: amount,
  }
}
