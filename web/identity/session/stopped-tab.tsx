import { useEffect, useRef } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { navigate } from "#web/app/location.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { takeOverSession } from "./session.ts"
import styles from "./stopped-tab.module.css"
import type { Stopped } from "./tab-session.ts"

/** Stands in the place of a person's screens when another person signed in with this browser. */
export default function StoppedTab({ stopped }: { stopped: Stopped }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { was, now } = stopped

  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  function goOn() {
    takeOverSession()
    navigate("/", { replace: true })
  }

  return (
    <Card className={styles.card}>
      <h1 ref={heading} tabIndex={-1}>
        This tab has stopped
      </h1>
      <div role="alert" className={styles.words}>
        <p>{sentenceOf(now)}</p>
        {was && <p>This tab was for {nameOf(was)}. It no longer shows or sends anything.</p>}
      </div>
      <p>You can close this tab.</p>
      <Button look="secondary" onClick={goOn}>
        {now ? `Continue with ${nameOf(now)} in this tab` : "Go to log-in"}
      </Button>
    </Card>
  )
}

function sentenceOf(now: StoredUser | null): string {
  if (!now) return "Another person has signed in with this browser."
  if (now.csUserid === undefined) return `${nameOf(now)} has signed in with this browser.`
  return `You are now acting for ${nameOf(now)} in another tab.`
}

function nameOf({ firstName, lastName }: StoredUser): string {
  return `${firstName} ${lastName}`
}
