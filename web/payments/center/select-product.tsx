import type { Product } from "#contracts/products/shapes.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./select-product.module.css"

interface SelectProductProps {
  product: Product
  isSelected: boolean
  onSelect: (product: Product, row: Element) => void
}

/** The radio button of a product's row. Its label is a finger-sized target. */
export function SelectProduct({ product, isSelected, onSelect }: SelectProductProps) {
  return (
    <label className={styles.target}>
      <input
        className={styles.radio}
        type="radio"
        name="selected-product"
        value={product.policyNumber}
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(product, currentTarget)}
      />
      <VisuallyHidden>
        {texts.selectProduct(product.productDesc, product.policyNumber)}
      </VisuallyHidden>
    </label>
  )
}
