import { screens } from "#contracts/screens.ts"
import { ButtonLink } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
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
