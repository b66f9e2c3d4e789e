import type { Product } from "#contracts/products/shapes.ts"
import { Badge, type BadgeTone } from "#web/ui/badge.tsx"

const tones: Record<Product["paymentStatusDisplayStyle"], BadgeTone> = {
  pastdue: "danger",
  duenow: "warning",
  autopay: "success",
  combinedbill: "neutral",
  nocosttoyou: "neutral",
  "": "neutral",
}

export function StatusBadge({ product }: { product: Product }) {
  if (product.paymentStatus === "") return null
  return <Badge tone={tones[product.paymentStatusDisplayStyle]}>{product.paymentStatus}</Badge>
}
