import type { StoredUser } from "#contracts/appauth/shapes.ts"
import { call } from "../../api.ts"
import { customerBody } from "../../customer.ts"
import { useClient } from "../../init.ts"
import { LoadFailed } from "../../load-failed.tsx"
import { screenTitle } from "../../page-title.ts"
import { useUser } from "../../session.ts"
import { useLoaded } from "../../use-loaded.ts"
import { PaymentCenterTabs } from "../payment-center-tabs.tsx"
import { HistoryLoading } from "./history-loading.tsx"
import { HistoryView } from "./history-view.tsx"
import styles from "./payment-history.module.css"

/** What the customer has paid, and what became of it. */
export default function PaymentHistory() {
  const user = useUser()
  return user && <HistoryOf user={user} />
}

function HistoryOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, failed, busy, tryAgain } = useLoaded(["payment-history"], (signal) =>
    call("POST /myaccount-core/paymentHistory", customerBody(user, client), { signal }),
  )

  return (
    <div className={styles.page}>
      <h1>{screenTitle("paymentHistory")}</h1>
      <PaymentCenterTabs />
      {data ? (
        <HistoryView payments={data.payments} />
      ) : failed ? (
        <LoadFailed text="Your payments could not be loaded." busy={busy} onRetry={tryAgain} />
      ) : (
        <HistoryLoading />
      )}
    </div>
  )
}
