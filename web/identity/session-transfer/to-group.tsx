import { useEffect, useState } from "react"
import { useClient } from "#web/brands/init.ts"
import { notifications } from "#web/shell/notifications/notifications.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import styles from "../sign-in/login.module.css"
import * as texts from "./texts.ts"

/**
 * Takes an anonymous person from a union's host to the group's host, where they choose their union and log in. What
 * there is to read, such as that a session has ended, does not go along, so that they go when they
 * have read it. Nor does a preview of the union's brand.
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
