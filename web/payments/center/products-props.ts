import type { Product } from "#contracts/products/shapes.ts"
import type { PlannedOf } from "#web/products/product/planned.ts"

export interface ProductsProps {
  products: readonly Product[]
  selected: Product | undefined
  /** The client's day, as MM/DD/YYYY. */
  today: string
  /** Selects a product; `row` stays in place on the screen. */
  onSelect: (product: Product, row: Element) => void
  onPayNow: (product: Product) => void
  onChange: (product: Product) => void
  onStop: (product: Product) => void
  onSkip: (product: Product) => void
  /** Finds a product's next charge and coverage by policy number. */
  plannedOf: PlannedOf
  /** Opens the parts of the amount due. */
  onAmount: (product: Product) => void
}
