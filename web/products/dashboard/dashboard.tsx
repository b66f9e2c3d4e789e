import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { policyHolderBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { navigate } from "#web/app/location.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { isWelcomeHidden } from "#web/calls/local-storage.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { savedState } from "#web/forms/history-state.ts"
import { useUser } from "#web/identity/session/session.ts"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { usePlans } from "../product/planned.ts"
import * as texts from "../texts.ts"
import styles from "./dashboard.module.css"
import { DashboardLoading } from "./dashboard-loading.tsx"
import { DashboardView } from "./dashboard-view.tsx"
import { useLastPayment } from "./last-payment.tsx"

/** The customer's active products and payments due. */
export default function Dashboard() {
  const user = useUser()
  return user && <DashboardOf user={user} />
}

function DashboardOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.dashboard)
  const { data, failed, busy, tryAgain } = useLoaded(
    ["dashboard"],
    (signal) => call("POST /myaccount-core/dashboard", policyHolderBody(user, client), { signal }),
    texts.loadFailed,
  )

  // At the same time, so that the content does not move after it shows.
  const { plannedOf, isLoading } = usePlans(user, true)
  const { last, isLoading: isLastLoading } = useLastPayment(user)

  function payNow(selectedProduct: Product) {
    const state = { selectedProduct, clientName: data?.clientName, originScreen: "DASHBOARD" }
    navigate(screens.payNow.path, { state: savedState(state) })
  }

  return (
    <div className={styles.page}>
      <h1>
        {isWelcomeHidden() ? (
          screenTitle("dashboard")
        ) : user.firstName ? (
          <>
            {/* Staff who act for a customer are not the one who is welcome. */}
            {user.csUserid === undefined && <span>{texts.welcome}</span>}{" "}
            <span translate="no">{`${user.firstName} ${user.lastName}`}</span>
          </>
        ) : (
          // The server-rendered skeleton does not have a name.
          <>
            <VisuallyHidden>{screenTitle("dashboard")}</VisuallyHidden>
            <Skeleton shape="title" />
          </>
        )}
      </h1>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data && !isLoading && !isLastLoading ? (
        <DashboardView
          dashboard={data}
          contents={contents}
          plannedOf={plannedOf}
          last={last}
          onPayNow={payNow}
        />
      ) : (
        !failed && <DashboardLoading />
      )}
    </div>
  )
}
