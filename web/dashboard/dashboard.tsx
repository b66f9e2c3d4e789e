import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { call, messagesOf } from "../api.ts"
import { useContents } from "../content.ts"
import { policyHolderBody } from "../customer.ts"
import { useClient } from "../init.ts"
import { isWelcomeHidden } from "../local-storage.ts"
import { navigate } from "../location.ts"
import { clearNotifications, notify } from "../notifications.ts"
import { screenTitle } from "../page-title.ts"
import { useUser } from "../session.ts"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import styles from "./dashboard.module.css"
import { DashboardView } from "./dashboard-view.tsx"
import { allDisclaimerTitles } from "./disclaimer-titles.ts"
import { DashboardLoading } from "./loading.tsx"

const contentTitles = [...allDisclaimerTitles, "ea plus member note"]

/** What the customer holds, and what is due. */
export default function Dashboard() {
  const user = useUser()
  return user && <DashboardOf user={user} />
}

function DashboardOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(contentTitles)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/dashboard", policyHolderBody(user, client), { signal }),
  })

  useEffect(() => {
    if (data) notify(data.messages)
    if (error) notify(messagesOf(error))
  }, [data, error])

  function payNow(selectedProduct: Product) {
    const state = { selectedProduct, clientName: data?.clientName, originScreen: "DASHBOARD" }
    navigate(screens.payNow.path, { state })
  }

  async function tryAgain() {
    clearNotifications()
    await refetch()
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
      ) : error ? (
        <Card className={styles.failed}>
          <p>Your products could not be loaded.</p>
          <Button busy={isFetching && "Loading…"} onClick={() => void tryAgain()}>
            Try again
          </Button>
        </Card>
      ) : (
        <DashboardLoading />
      )}
    </div>
  )
}
