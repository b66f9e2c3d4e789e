import { Download, FileText } from "lucide"
import { fullDay } from "#contracts/dates.ts"
import type { DocumentEntry } from "#contracts/products/products.ts"
import { Day } from "#web/brands/day.ts"
import { call, messagesOf } from "#web/calls/api.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "../texts.ts"
import styles from "./document-lists.module.css"
import { fileNameOf } from "./file-name.ts"
import { pdfOutcomes, usePdf } from "./use-pdf.ts"

interface DocumentRowProps {
  entry: DocumentEntry
  /** The client's text for a document that failed to open, as cleaned HTML. */
  errorHtml: string | undefined
}

export function DocumentRow({ entry, errorHtml }: DocumentRowProps) {
  const { documentName, documentCreatedDate } = entry
  const { state, error, view, save } = usePdf({
    title: documentName,
    fileName: fileNameOf(documentName, documentCreatedDate),
    fetch: () => fetchDocument(entry),
  })
  const showDocError = state === "failed"
  const isBusy = state === "opening" || state === "saving"
  const which = `${documentName}, ${fullDay(documentCreatedDate)}`
  return (
    <li className={styles.row}>
      <Day full className={styles.date} of={documentCreatedDate} />
      <span className={styles.name}>{documentName}</span>
      <span className={styles.actions}>
        <TextButton alone aria-disabled={isBusy} onClick={() => void (isBusy || view())}>
          <Icon of={FileText} size={20} />
          <span>{state === "opening" ? texts.opening : texts.viewDocument}</span>
          <VisuallyHidden>{texts.opensANewWindow(which)}</VisuallyHidden>
        </TextButton>
        <TextButton alone aria-disabled={isBusy} onClick={() => void (isBusy || save())}>
          <Icon of={Download} size={20} />
          <span>{state === "saving" ? texts.downloading : texts.download}</span>
          <VisuallyHidden>{`: ${which}`}</VisuallyHidden>
        </TextButton>
      </span>
      <div className={styles.outcome} role="status">
        {showDocError ? (
          <Alert
            tone="warning"
            content={errorHtml && !isLasting(error) ? [errorHtml] : linesOf(error)}
          />
        ) : (
          pdfOutcomes[state]
        )}
      </div>
    </li>
  )
}

async function fetchDocument({ documentId, documentSource, documentCategory }: DocumentEntry) {
  return await call(
    "GET /myaccount-core/documents/{documentId}/{documentSource}/{documentCategory}",
    undefined,
    { params: { documentId, documentSource, documentCategory } },
  )
}

/** Whether a retry would not help, although the client's text for failures may suggest it. */
function isLasting(error: unknown): boolean {
  const lasting = ["document.missing", "document.tooLarge"]
  return messagesOf(error).some(({ messageId }) => lasting.includes(messageId))
}

function linesOf(error: unknown): string[] {
  return messagesOf(error).flatMap(({ content }) => content)
}
