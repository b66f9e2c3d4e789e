import { useEffect } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { useUser } from "#web/identity/session/session.ts"
import { CenterPage } from "../center-page.tsx"
import { forgetUnseenPayment } from "../unseen-payment.ts"
import { HistoryLoading } from "./history-loading.tsx"
import { HistoryView } from "./history-view.tsx"
import * as texts from "./texts.ts"

/** The customer's payments and their outcomes. */
export default function PaymentHistory() {
  const user = useUser()
  return user && <HistoryOf user={user} />
}

function HistoryOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, failed, busy, tryAgain } = useLoaded(
    ["payment-history"],
    (signal) => call("POST /myaccount-core/paymentHistory", customerBody(user, client), { signal }),
    texts.loadFailed,
  )

  useEffect(() => {
    if (data) forgetUnseenPayment()
  }, [data])

  // The receipt's email leads to its payment.
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.focus()
  }, [isLoaded])

  return (
    <CenterPage title={screenTitle("paymentHistory")}>
      {data ? (
        <HistoryView
          payments={data.payments}
          skipped={data.skippedCharges}
          credits={data.credits}
        />
      ) : failed ? (
        <LoadFailed busy={busy} onRetry={tryAgain} />
      ) : (
        <HistoryLoading />
      )}
    </CenterPage>
  )
}
