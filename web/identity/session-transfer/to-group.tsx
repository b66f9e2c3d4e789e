import { useEffect, useState } from "react"
import { useClient } from "#web/brands/init.ts"
import { notifications } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import styles from "../sign-in/login.module.css"
import * as texts from "./texts.ts"

/**
 * Redirects an anonymous person from a union's host to the group's host, where they choose their
 * union and log in. Messages, such as one about an ended session, cannot be passed on, so the
 * person must read them first. A preview of the union's brand also blocks the redirect.
 */
export default function ToGroup({ hostName }: { hostName: string }) {
  const { client } = useClient()
  const [isTold] = useState(() => notifications.get().some(({ path }) => path === "/"))
  const [isPreview] = useState(() => document.querySelector(".preview-bar") !== null)
  const stays = isTold || isPreview

  useEffect(() => {
    if (!stays) goTo(hostName, client)
  }, [stays, hostName, client])

  if (!stays) return <FullScreenSpinner />
  return (
    <div className={styles.alone}>
      <Card className={styles.card}>
        <h1>{texts.youAreNotLoggedIn}</h1>
        {isPreview && <p>{texts.membersLogInAt(hostName)}</p>}
        <Button wide onClick={() => goTo(hostName, client)}>
          {texts.goToLogIn}
        </Button>
      </Card>
    </div>
  )
}

function goTo(hostName: string, client: string) {
  const address = new URL(location.pathname, location.origin)
  address.hostname = hostName
  address.searchParams.set("clearSession", "true")
  address.searchParams.set("union", client)
  location.replace(address)
}
