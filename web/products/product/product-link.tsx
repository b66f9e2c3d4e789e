import type { ActiveProduct } from "#contracts/products/products.ts"
import { numberLabel } from "./number-label.ts"
import styles from "./product-link.module.css"

interface ProductLinkProps {
  product: Pick<ActiveProduct, "policyNumber" | "productDesc" | "isInsuranceProduct">
  /** Omits the product's number, because it is shown elsewhere. */
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
      {!withoutNumber && <ProductNumber product={product} />}
    </>
  )
}

/** The number of a product with its label. */
export function ProductNumber({ product }: Pick<ProductLinkProps, "product">) {
  return (
    <span className={styles.number}>
      <span>{numberLabel(product)}</span>{" "}
      <span className={styles.digits} translate="no">
        {product.policyNumber}
      </span>
    </span>
  )
}
