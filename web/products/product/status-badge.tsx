import { centsOf } from "#contracts/money.ts"
import { type DisplayStyle, styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"
import { Dated } from "#web/ui/text/dated.tsx"
import { isPaidByAutoPay } from "./next-step.ts"
import type { Planned } from "./planned.ts"

const tones: Record<DisplayStyle, BadgeTone> = {
  pastdue: "danger",
  duenow: "warning",
  autopay: "success",
  combinedbill: "neutral",
  nocosttoyou: "neutral",
  carried: "neutral",
  "": "neutral",
}

interface StatusBadgeProps {
  product: Product
  /** The charge and the coverage, where auto pay may pay what is past due. */
  planned?: Planned
}

export function StatusBadge({ product, planned = {} }: StatusBadgeProps) {
  if (product.paymentStatus === "") return null
  return (
    <Badge tone={toneOf(product, planned)}>
      <Dated text={product.paymentStatus} />
    </Badge>
  )
}

function toneOf(product: Product, planned: Planned): BadgeTone {
  const style = styleOf(product)
  if (style === "" && centsOf(product.amountDue) === 0) return "success"
  // There is nothing to do about it.
  if (style === "pastdue" && isPaidByAutoPay(product, planned)) return "info"
  return tones[style]
}
