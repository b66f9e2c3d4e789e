import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { Card } from "../ui/card.tsx"
import { useDesktop } from "../use-desktop.ts"
import { Amount } from "./amount.tsx"
import { ProductLink } from "./product-link.tsx"
import styles from "./products.module.css"
import { StatusBadge } from "./status-badge.tsx"

/** The active products: a table from 768 px on, cards below. */
export function Products({ products }: { products: readonly Product[] }) {
  const isDesktop = useDesktop()
  return isDesktop ? <ProductsTable products={products} /> : <ProductCards products={products} />
}

function ProductsTable({ products }: { products: readonly Product[] }) {
  return (
    <Card className={styles.tableCard}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={styles.amount}>
              Amount due
            </th>
            <th scope="col">Due date</th>
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <tr key={product.policyNumber}>
              <th scope="row">
                <ProductLink product={product} />
              </th>
              <td className={styles.amount}>
                <Amount product={product} />
                <span className={styles.soft}>{product.currentPaymentFrequecyType}</span>
              </td>
              <td>
                {product.dueDate && <time className={styles.date}>{product.dueDate}</time>}
                <StatusBadge product={product} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function ProductCards({ products }: { products: readonly Product[] }) {
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product.policyNumber}>
          <Card className={styles.card}>
            <h3 className={styles.name}>
              <ProductLink product={product} />
            </h3>
            <StatusBadge product={product} />
            <dl className={styles.facts}>
              <div>
                <dt>Amount due</dt>
                <dd>
                  <Amount product={product} />
                </dd>
              </div>
              {product.dueDate && (
                <div>
                  <dt>Due date</dt>
                  <dd>{product.dueDate}</dd>
                </div>
              )}
              {product.currentPaymentFrequecyType && (
                <div>
                  <dt>Payment frequency</dt>
                  <dd>{product.currentPaymentFrequecyType}</dd>
                </div>
              )}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  )
}
