import { useId } from "react"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { Button } from "#web/ui/button.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./pay-now-button.module.css"

interface PayNowProps {
  product: Product
  onPayNow: (product: Product) => void
  /** Secondary if paying now is not the next step. */
  look?: "primary" | "secondary"
}

/** The button to pay now, or the reason why it is disabled. */
export function PayNow({ product, onPayNow, look = "primary" }: PayNowProps) {
  const reasonId = useId()
  const { label, disable, message } = payNowOf(product)
  const disabled = disable === "Y"
  return (
    <div className={styles.action}>
      <Button
        wide
        look={look}
        disabled={disabled}
        aria-describedby={disabled && message ? reasonId : undefined}
        onClick={() => onPayNow(product)}
      >
        <span>
          <span>{label}</span>
          <VisuallyHidden>{texts.forLabel(product.productDesc)}</VisuallyHidden>
        </span>
      </Button>
      {disabled && message && (
        <p className={styles.reason} id={reasonId}>
          {message}
        </p>
      )}
    </div>
  )
}
