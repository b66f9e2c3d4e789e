import { Download } from "lucide"
import { useDayText } from "#web/brands/day.ts"
import { call } from "#web/calls/api.ts"
import { fileNameOf } from "#web/products/documents/file-name.ts"
import { pdfOutcomes, usePdf } from "#web/products/documents/use-pdf.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import * as texts from "./texts.ts"

interface AuthorizationPdfProps {
  authorizationId: string
  /** The authorized action, such as "Auto Pay set up". */
  title: string
  policyNumber: string
  /** MM/DD/YYYY */
  agreedDate: string
}

/** Saves the text of an authorization, with its evidence, as a PDF. */
export function AuthorizationPdf(props: AuthorizationPdfProps) {
  const { authorizationId, title, policyNumber, agreedDate } = props
  const dayText = useDayText()
  const { state, error, save } = usePdf({
    title: texts.authorization(title),
    fileName: fileNameOf(texts.authorizationFileName(title, policyNumber), agreedDate),
    fetch: () =>
      call("GET /myaccount-core/authorizations/{authorizationId}", undefined, {
        params: { authorizationId },
      }),
  })
  return (
    <div>
      <Button look="quiet" busy={state === "saving" && texts.fetching} onClick={() => void save()}>
        <Icon of={Download} size={20} />
        <span>
          {texts.authorizationPdf}
          <VisuallyHidden>{texts.ofAuthorization(dayText(agreedDate), title)}</VisuallyHidden>
        </span>
      </Button>
      <div role="status">
        {state === "failed" ? <FailureAlert error={error} /> : pdfOutcomes[state]}
      </div>
    </div>
  )
}
