import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { messagesOf } from "#web/calls/api.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import styles from "./charge-parts.module.css"
import { LoadingDialog } from "./loading-dialog.tsx"
import { SkipConfirmation } from "./skip-confirmation.tsx"
import * as texts from "./texts.ts"
import { useQuotes } from "./use-quotes.ts"

interface SkipPaymentProps {
  /** Null while the dialog is closed. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** Skips a product's next auto pay charge. */
export function SkipPayment({ product, user, onClose }: SkipPaymentProps) {
  const { data, error, refetch } = useQuotes(product, user)
  const now = data?.activeProducts[0]
  const quote = data?.nextCharge
  const isLoaded = product !== null && now !== undefined
  return (
    <>
      <LoadingDialog
        open={product !== null && !isLoaded}
        title={texts.skipThisPayment}
        messages={error ? messagesOf(error) : []}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
      <Dialog open={isLoaded} title={texts.skipThisPayment} onClose={onClose}>
        {isLoaded && quote?.canSkip !== "Y" && (
          <NothingToSkip
            text={quote ? texts.tooLateToSkip : texts.nothingToSkip}
            onClose={onClose}
          />
        )}
        {isLoaded && quote?.canSkip === "Y" && (
          <SkipConfirmation
            product={now}
            quote={quote}
            user={user}
            onRetry={() => void refetch()}
            onClose={onClose}
          />
        )}
      </Dialog>
    </>
  )
}

function NothingToSkip({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <div className={styles.confirmation}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose}>{texts.closeDialog}</Button>
      </DialogActions>
    </div>
  )
}
