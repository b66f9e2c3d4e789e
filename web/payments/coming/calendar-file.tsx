import { CalendarPlus } from "lucide"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { saveFile } from "#web/products/documents/pdf-window.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Icon } from "#web/ui/icon.tsx"
import styles from "./coming-payments.module.css"
import * as texts from "./texts.ts"

/** Saves the list as a file for a calendar. */
export function CalendarFile({ user }: { user: StoredUser }) {
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
