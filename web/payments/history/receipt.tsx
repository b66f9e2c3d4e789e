import { Download } from "lucide"
import type { PastPayment } from "#contracts/payments/payment-history.ts"
import { call } from "#web/calls/api.ts"
import { fileNameOf } from "#web/products/documents/file-name.ts"
import { pdfOutcomes, usePdf } from "#web/products/documents/use-pdf.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./history-entry.module.css"
import * as texts from "./texts.ts"

/** Saves the receipt of an accepted payment as a PDF. */
export function Receipt({ payment }: { payment: PastPayment }) {
  const { confirmationNumber, paymentDate } = payment
  const { state, error, save } = usePdf({
    title: texts.receiptFile,
    fileName: fileNameOf(texts.receiptFileName(confirmationNumber), paymentDate),
    fetch: () =>
      call("GET /myaccount-core/receipts/{confirmationNumber}", undefined, {
        params: { confirmationNumber },
      }),
  })
  return (
    <div className={styles.file}>
      <Button look="quiet" busy={state === "saving" && texts.fetching} onClick={() => void save()}>
        <Icon of={Download} size={20} />
        <span>
          {texts.receiptPdf}
          <VisuallyHidden>{texts.ofPaymentOf(paymentDate)}</VisuallyHidden>
        </span>
      </Button>
      <div role="status">
        {state === "failed" ? <FailureAlert error={error} /> : pdfOutcomes[state]}
      </div>
    </div>
  )
}
