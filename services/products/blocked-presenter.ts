import { dollarsOf } from "#contracts/money.ts"
import { onAutoPayText, pastDueText } from "#contracts/products/display-style-rules.ts"
import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { BlockedReason } from "./allowed-actions.ts"

/** The reason shown to the customer beside the disabled button. */
export function blockedText(block: BlockedReason): string {
  return typeof block === "string" ? blockedTexts[block] : block.accountSystem
}

const blockedTexts: Record<Extract<BlockedReason, string>, string> = {
  "below-minimum": `Amounts under ${dollarsOf(minimumCharge)} cannot be paid here and are added to your next bill.`,
  "auto-pay-charging":
    "Auto Pay is charging this product now. You do not need to pay. The result will show here.",
  recording:
    "Your payment for this product is being recorded. You do not need to pay it again. Please check this product again later.",
  "auto-pay": onAutoPayText,
  "combined-bill": "This product is paid with your combined bill.",
  "no-cost": "This product comes at no cost to you.",
  "past-due": pastDueText,
  "nothing-due": "Nothing is due for this product now.",
}
