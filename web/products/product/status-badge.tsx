import { type DisplayStyle, styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"

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
  return <Badge tone={tones[styleOf(product)]}>{product.paymentStatus}</Badge>
}
