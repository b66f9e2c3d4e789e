import type { Product } from "#contracts/myaccount-core/shapes.ts"
import styles from "./product-link.module.css"

/** A product's name, which leads to its details, with its number beneath. */
export function ProductLink({ product }: { product: Product }) {
  return (
    <>
      <a className={styles.name} href={`/product-details/${product.policyNumber}`}>
        {product.productDesc}
      </a>
      <span className={styles.number}>{product.policyNumber}</span>
    </>
  )
}
