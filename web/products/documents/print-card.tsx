import { IdCard } from "lucide"
import { call } from "#web/calls/api.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import { fileNameOf } from "./file-name.ts"
import styles from "./print-card.module.css"
import { pdfOutcomes, usePdf } from "./use-pdf.ts"

/** A printable wallet card for an active product. */
export function PrintCard({ policyNumber }: { policyNumber: string }) {
  const { state, error, view, save } = usePdf({
    title: texts.card,
    fileName: fileNameOf(texts.cardFileName(policyNumber), ""),
    fetch: () =>
      call("GET /myaccount-core/productCard/{policyNumber}", undefined, {
        params: { policyNumber },
      }),
  })
  const busy = state === "opening" && texts.opening
  return (
    <div className={styles.printCard}>
      <Button look="secondary" busy={busy} onClick={() => void view()}>
        <Icon of={IdCard} size={20} />
        <span>{texts.printCard}</span>
      </Button>
      <div className={styles.outcome} role="status">
        {state === "failed" ? <FailureAlert error={error} /> : pdfOutcomes[state]}
      </div>
      {state === "blocked" && (
        <TextButton alone onClick={() => void save()}>
          {texts.download}
        </TextButton>
      )}
    </div>
  )
}
