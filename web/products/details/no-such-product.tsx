import { screens } from "#contracts/screens.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./product-details.module.css"

/** Alike for a number that nobody has and for one that is somebody else's. */
export function NoSuchProduct() {
  return (
    <Card className={styles.gone}>
      <p>There is no product with this number in your account.</p>
      <ButtonLink href={screens.products.path}>See your products</ButtonLink>
    </Card>
  )
}
