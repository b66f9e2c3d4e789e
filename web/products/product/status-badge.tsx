import { centsOf } from "#contracts/money.ts"
import { type DisplayStyle, styleOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useDayText } from "#web/brands/day.ts"
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
  /** Omits the due date, because it is shown elsewhere. */
  withoutDay?: boolean
}

export function StatusBadge({ product, planned = {}, withoutDay = false }: StatusBadgeProps) {
  const dayText = useDayText()
  const { paymentStatus, dueDate } = product
  if (paymentStatus === "") return null
  const day = withoutDay ? dayText(dueDate) : ""
  return (
    <Badge tone={toneOf(product, planned)}>
      <Dated text={paymentStatus.replace(day, "").trim()} />
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
