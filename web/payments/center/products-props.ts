import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"

export interface ProductsProps {
  products: readonly Product[]
  selected: Product | undefined
  onSelect: (product: Product) => void
  onPayNow: (product: Product) => void
  onChange: (product: Product) => void
  onStop: (product: Product) => void
  onSkip: (product: Product) => void
  /** The next charges of auto pay, by policy number; undefined while it is not known. */
  nextCharges: ReadonlyMap<string, PlannedCharge> | undefined
  /** Asks what the amount due is made up of. */
  onAmount: (product: Product) => void
}
