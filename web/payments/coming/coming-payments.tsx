import { CalendarPlus } from "lucide"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useUser } from "#web/identity/session/session.ts"
import { saveFile } from "#web/products/documents/pdf-window.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { CenterPage } from "../center-page.tsx"
import * as texts from "../texts.ts"
import styles from "./coming-payments.module.css"
import { ComingView } from "./coming-view.tsx"

/** The bills and charges of the next twelve months. */
export default function ComingPayments() {
  const user = useUser()
  return user && <ComingOf user={user} />
}

function ComingOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, failed, busy, tryAgain } = useLoaded(
    ["comingPayments"],
    (signal) => call("POST /myaccount-core/comingPayments", customerBody(user, client), { signal }),
    texts.comingLoadFailed,
  )
  return (
    <CenterPage title={texts.upcomingPayments}>
      {failed ? (
        <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ComingView coming={data}>
          <CalendarFile user={user} />
        </ComingView>
      ) : (
        <Card>
          <LoadingText text={texts.loading} />
          <Skeleton />
          <Skeleton />
          <Skeleton shape="short-line" />
        </Card>
      )}
    </CenterPage>
  )
}

/** Saves the list as a file for a calendar. */
function CalendarFile({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const [state, setState] = useState<"idle" | "saving" | "saved">("idle")
  const [error, setError] = useState<unknown>()

  async function save() {
    setState("saving")
    setError(undefined)
    try {
      const body = customerBody(user, client)
      const { calendar } = await call("POST /myaccount-core/comingPayments/calendar", body)
      saveFile(new Blob([calendar], { type: "text/calendar" }), texts.calendarFileName)
      setState("saved")
    } catch (failure) {
      setError(failure)
      setState("idle")
    }
  }

  return (
    <div className={styles.file}>
      <Button
        look="secondary"
        busy={state === "saving" && texts.preparing}
        onClick={() => void save()}
      >
        <Icon of={CalendarPlus} size={20} />
        <span>{texts.addToCalendar}</span>
      </Button>
      <div role="status">
        {error !== undefined && <FailureAlert error={error} />}
        <span>{state === "saved" && texts.saved}</span>
      </div>
    </div>
  )
}
