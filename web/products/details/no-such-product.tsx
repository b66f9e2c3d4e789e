import { screens } from "#contracts/screens.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

/** The same for an unknown number and for another customer's number. */
export function NoSuchProduct() {
  return (
    <Card className={styles.gone}>
      <p>{texts.noSuchProduct}</p>
      <ButtonLink href={screens.products.path}>{texts.seeYourProducts}</ButtonLink>
    </Card>
  )
}
