import { Download } from "lucide"
import type { ComponentProps } from "react"
import { useDayText } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { fileNameOf } from "#web/products/documents/file-name.ts"
import { pdfOutcomes, usePdf } from "#web/products/documents/use-pdf.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "./texts.ts"

interface ReceiptPdfProps {
  confirmationNumber: string
  /** MM/DD/YYYY */
  paymentDate: string
  look: ComponentProps<typeof Button>["look"]
}

/** Saves the receipt of an accepted payment as a PDF. */
export function ReceiptPdf({ confirmationNumber, paymentDate, look }: ReceiptPdfProps) {
  const dayText = useDayText()
  const { state, error, save } = usePdf({
    title: texts.receiptFile,
    fileName: fileNameOf(texts.receiptFileName(confirmationNumber), paymentDate),
    fetch: () =>
      call("GET /myaccount-core/receipts/{confirmationNumber}", undefined, {
        params: { confirmationNumber },
      }),
  })
  return (
    <>
      <Button look={look} busy={state === "saving" && texts.fetching} onClick={() => void save()}>
        <Icon of={Download} size={20} />
        <span>
          {texts.receiptPdf}
          <VisuallyHidden>{texts.ofPaymentOf(dayText(paymentDate))}</VisuallyHidden>
        </span>
      </Button>
      <div role="status">
        {state === "failed" ? <FailureAlert error={error} /> : pdfOutcomes[state]}
      </div>
    </>
  )
}
