import type { Message } from "#contracts/messages.ts"
import CallHelp from "#web/brands/call-help.tsx"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import styles from "./auto-pay-change-dialog.module.css"
import * as texts from "./texts.ts"

interface LoadingDialogProps {
  open: boolean
  title: string
  /** Why loading failed; empty while loading. */
  messages: readonly Message[]
  onRetry: () => void
  onClose: () => void
}

/** A placeholder for a dialog whose content is loading. */
export function LoadingDialog({ open, title, messages, onRetry, onClose }: LoadingDialogProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <div className={styles.messages} role="alert">
        {messages.map(({ messageId, content }) => (
          <Alert key={messageId} tone="warning" content={content} />
        ))}
        <CallHelp messages={messages} />
      </div>
      {messages.length === 0 && (
        <div className={styles.loading}>
          <LoadingText text={texts.loadingProduct} />
          <Skeleton />
          <Skeleton shape="short-line" />
        </div>
      )}
      <DialogActions>
        {messages.length > 0 && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
        <Button look="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
