import type { Message } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import type { Localize } from "#platform/localize.ts"
import type { AutoPayNotice, Recorded } from "#services/products/product-presenter.ts"
import type { RecordingPayment } from "./auto-pay-failures.store.ts"

/**
 * The notice on screens about a payment that the customer must confirm with their bank. `amount` is
 * in cents.
 */
export async function confirmingNotice(
  localize: Localize,
  client: string,
  { amount }: { amount: number },
): Promise<AutoPayNotice> {
  const [title, now] = await Promise.all([
    localize(client, "payment.confirming"),
    localize(client, "payment.confirming.now", { amount: dollarsOf(amount) }),
  ])
  return noticeWith("confirming", title, now)
}

/** A notice with this title and these sentences. */
export function noticeWith(
  state: AutoPayNotice["state"],
  title: Pick<Message, "content">,
  ...sentences: readonly Pick<Message, "content">[]
): AutoPayNotice {
  const content = sentences.flatMap((sentence) => sentence.content)
  return { state, title: title.content.join(" "), content }
}

/**
 * The notice on screens about accepted payments of a product that the account system does not show
 * yet.
 */
export async function recordingNotice(
  localize: Localize,
  client: string,
  payments: readonly RecordingPayment[],
  recorded: Recorded,
): Promise<AutoPayNotice> {
  const isOpen = payments.every(({ isContradicted }) => isContradicted)
  const isOwn = payments.some((one) => one.isOwn)
  const [title, ...now] = await Promise.all([
    localize(client, titleOf(isOpen, isOwn)),
    ...payments.map(({ amount, confirmationNumber, isContradicted, isOwn }) => {
      if (!isOwn) return localize(client, "payment.recording.other")
      return localize(client, isContradicted ? "payment.recording.open" : "payment.recording.now", {
        amount: dollarsOf(amount),
        confirmationNumber,
      })
    }),
  ])
  return { ...noticeWith("recording", title, ...now), recorded }
}

function titleOf(isOpen: boolean, isOwn: boolean) {
  if (!isOwn) return "payment.recording.other.title"
  return isOpen ? "payment.recording.open.title" : "payment.recording"
}

/**
 * The notice about a payment of `amount` cents that the account system reversed and whose money is
 * with us. `isHeld`: its bill is open again, so that auto pay, if it is on, leaves it out.
 */
export async function revokedNotice(
  localize: Localize,
  client: string,
  amount: number,
  { isHeld, isOnAutoPay }: { isHeld: boolean; isOnAutoPay: boolean },
): Promise<AutoPayNotice> {
  const isLeft = isHeld && isOnAutoPay
  const [title, now, left] = await Promise.all([
    localize(client, "payment.revoked.title"),
    localize(client, isHeld ? "payment.revoked" : "payment.revoked.settled", {
      amount: dollarsOf(amount),
    }),
    isLeft ? localize(client, "payment.revoked.left") : { content: [] },
  ])
  return noticeWith(isLeft ? "left" : "revoked", title, now, left)
}
