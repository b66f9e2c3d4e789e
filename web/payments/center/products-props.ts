import type { Product } from "#contracts/products/shapes.ts"
import type { PlannedOf } from "#web/products/product/planned.ts"

export interface ProductsProps {
  products: readonly Product[]
  selected: Product | undefined
  /** MM/DD/YYYY of the client. */
  today: string
  /** `row` stays in its place on the screen. */
  onSelect: (product: Product, row: Element) => void
  onPayNow: (product: Product) => void
  onChange: (product: Product) => void
  onStop: (product: Product) => void
  onSkip: (product: Product) => void
  /** Finds by policy number what is planned. */
  plannedOf: PlannedOf
  /** Asks what the amount due is made up of. */
  onAmount: (product: Product) => void
}
