import { useId } from "react"
import { changeOf, payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { hasPayButton } from "#web/products/product/auto-pay-notice.tsx"
import { isPaidByAutoPay } from "#web/products/product/next-step.ts"
import { isOnAutoPay, type Planned } from "#web/products/product/planned.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Button, type ButtonLook } from "#web/ui/button.tsx"
import { Tooltip } from "#web/ui/text/tooltip.tsx"
import * as texts from "../texts.ts"
import styles from "./product-actions.module.css"

interface ProductActionsProps {
  product: Product
  /** The next auto pay charge and the coverage, as far as they have loaded. */
  planned: Planned
  onPayNow: (product: Product) => void
  onChange: (product: Product) => void
  onStop: (product: Product) => void
  onSkip: (product: Product) => void
}

/**
 * The buttons to pay now and to change the settings, each with a reason if it is disabled. Auto pay
 * can be stopped at any time, and its next charge can be skipped up to the day before.
 */
export function ProductActions(props: ProductActionsProps) {
  const { product, planned, onPayNow, onChange, onStop, onSkip } = props
  const payNow = payNowOf(product)
  // The notice above has the filled button of this payment, or there is nothing to pay by hand.
  const isSecondary = hasPayButton(product) || isPaidByAutoPay(product, planned)
  const isSkipped = product.isAutoPaySkipped === "Y"
  return (
    <div className={styles.all}>
      <div className={styles.actions}>
        <Action
          {...payNow}
          look={isSecondary ? "secondary" : "primary"}
          onPress={() => onPayNow(product)}
        />
        <Action {...changeOf(product)} look="secondary" onPress={() => onChange(product)} />
      </div>
      {isOnAutoPay(product) && (
        <div className={styles.actions}>
          {planned.charge?.canSkip === "Y" && !isSkipped && (
            <ChangeButton look="quiet" onClick={() => onSkip(product)}>
              {texts.skipThisPayment}
            </ChangeButton>
          )}
          <ChangeButton look="quiet" onClick={() => onStop(product)}>
            {texts.turnOffAutoPay}
          </ChangeButton>
        </div>
      )}
    </div>
  )
}

interface ActionProps {
  label: string
  disable: "Y" | "N"
  /** Why the button is disabled. */
  message: string
  look: ButtonLook
  onPress: () => void
}

/**
 * A disabled button stays focusable, with its reason below it. On wide screens, the reason is also
 * a tooltip, which only covers that same text.
 */
function Action({ label, disable, message, look, onPress }: ActionProps) {
  const reasonId = useId()
  if (disable === "N") {
    return (
      <Button look={look} onClick={onPress}>
        {label}
      </Button>
    )
  }
  if (message === "") {
    return (
      <Button look="secondary" disabled>
        {label}
      </Button>
    )
  }
  return (
    <div className={styles.explained}>
      <Tooltip text={message}>
        {() => (
          <Button
            look="secondary"
            className={styles.blocked}
            aria-disabled
            aria-describedby={reasonId}
          >
            {label}
          </Button>
        )}
      </Tooltip>
      <p className={styles.reason} id={reasonId}>
        {message}
      </p>
    </div>
  )
}
