import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { signedInContents } from "#contracts/signed-in-contents.ts"
import { call } from "../api.ts"
import { useContents } from "../content.ts"
import { policyHolderBody } from "../customer.ts"
import { useClient } from "../init.ts"
import { LoadFailed } from "../load-failed.tsx"
import { isWelcomeHidden } from "../local-storage.ts"
import { navigate } from "../location.ts"
import { screenTitle } from "../page-title.ts"
import { useUser } from "../session.ts"
import { useLoaded } from "../use-loaded.ts"
import styles from "./dashboard.module.css"
import { DashboardView } from "./dashboard-view.tsx"
import { DashboardLoading } from "./loading.tsx"

/** What the customer holds, and what is due. */
export default function Dashboard() {
  const user = useUser()
  return user && <DashboardOf user={user} />
}

function DashboardOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.dashboard)
  const { data, failed, busy, tryAgain } = useLoaded(["dashboard"], (signal) =>
    call("POST /myaccount-core/dashboard", policyHolderBody(user, client), { signal }),
  )

  function payNow(selectedProduct: Product) {
    const state = { selectedProduct, clientName: data?.clientName, originScreen: "DASHBOARD" }
    navigate(screens.payNow.path, { state })
  }

  return (
    <div className={styles.page}>
      <h1>
        {isWelcomeHidden()
          ? screenTitle("dashboard")
          : `Welcome, ${user.firstName} ${user.lastName}`}
      </h1>
      {data ? (
        <DashboardView dashboard={data} contents={contents} onPayNow={payNow} />
      ) : failed ? (
        <LoadFailed text="Your products could not be loaded." busy={busy} onRetry={tryAgain} />
      ) : (
        <DashboardLoading />
      )}
    </div>
  )
}
