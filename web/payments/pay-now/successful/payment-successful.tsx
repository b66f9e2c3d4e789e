import { Check, Copy } from "lucide"
import { useState } from "react"
import type { PaymentReply } from "#contracts/payments/pay-now.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { numberLabel } from "#web/products/product/number-label.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./payment-successful.module.css"

interface PaymentSuccessfulProps {
  /** Absent until the payment is accepted. */
  standing: PaymentReply | undefined
  product: Product
  onClose: () => void
}

export function PaymentSuccessful({ standing, product, onClose }: PaymentSuccessfulProps) {
  return (
    <Dialog open={standing !== undefined} title={texts.paymentSuccessful} onClose={onClose}>
      {standing && (
        <div className={styles.content}>
          {standing.messages.map(({ messageId, content }) => (
            <CleanHtml key={messageId} html={content.join("<br>")} />
          ))}
          <p>
            <span>{`${texts.paidFor} ${product.productDesc}, ${numberLabel(product).toLowerCase()}`}</span>{" "}
            <span translate="no">{product.policyNumber}</span>
          </p>
          <ConfirmationNumber number={standing.confirmationNumber} />
          <DialogActions>
            <Button onClick={onClose}>{texts.done}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

function ConfirmationNumber({ number }: { number: string }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  }

  return (
    <div className={styles.number}>
      <p>
        {texts.confirmationNumber}
        <strong translate="no">{number}</strong>
      </p>
      <Button look="quiet" onClick={() => void copy().catch(() => undefined)}>
        <Icon of={isCopied ? Check : Copy} size={20} />
        <span>{isCopied ? texts.copied : texts.copy}</span>
      </Button>
      <VisuallyHidden>
        <span role="status">{isCopied ? texts.numberCopied : ""}</span>
      </VisuallyHidden>
    </div>
  )
}
