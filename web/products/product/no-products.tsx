import { screens } from "#contracts/screens.ts"
import { useClient } from "#web/brands/init.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { Card } from "#web/ui/card.tsx"
import * as texts from "../texts.ts"
import styles from "./no-products.module.css"

/** The empty state without active products: the next step, and the phone number. */
export function NoProducts({ hasOthers = false }: { hasOthers?: boolean }) {
  const { clientPhoneNumber } = useClient()
  return (
    <Card className={styles.card}>
      <p>{texts.noActiveProducts}</p>
      {hasOthers && (
        <p>
          <a href={screens.products.path}>{texts.seeInactive}</a>
        </p>
      )}
      <p>
        {texts.missingProduct} {clientPhoneNumber && <PhoneNumber number={clientPhoneNumber} />}
      </p>
    </Card>
  )
}
