import { centsOf } from "#contracts/money.ts"
import { type DisplayStyle, styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"
import { Dated } from "#web/ui/text/dated.tsx"

const tones: Record<DisplayStyle, BadgeTone> = {
  pastdue: "danger",
  duenow: "warning",
  autopay: "success",
  combinedbill: "neutral",
  nocosttoyou: "neutral",
  carried: "neutral",
  "": "neutral",
}

export function StatusBadge({ product }: { product: Product }) {
  if (product.paymentStatus === "") return null
  const style = styleOf(product)
  const isPaid = style === "" && centsOf(product.amountDue) === 0
  return (
    <Badge tone={isPaid ? "success" : tones[style]}>
      <Dated text={product.paymentStatus} />
    </Badge>
  )
}
