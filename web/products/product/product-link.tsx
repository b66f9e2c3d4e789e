import type { ActiveProduct } from "#contracts/products/products.ts"
import styles from "./product-link.module.css"

interface ProductLinkProps {
  product: Pick<ActiveProduct, "policyNumber" | "productDesc">
  /** Its number stands elsewhere. */
  withoutNumber?: boolean
}

/** A product's name as a link to its details, with its number below. */
export function ProductLink({ product, withoutNumber }: ProductLinkProps) {
  return (
    <>
      <a
        className={styles.name}
        href={`/product-details/${encodeURIComponent(product.policyNumber)}`}
      >
        {product.productDesc}
      </a>
      {!withoutNumber && <span className={styles.number}>{product.policyNumber}</span>}
    </>
  )
}
