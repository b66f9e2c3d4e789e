import { useEffect, useRef } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { navigate } from "#web/app/location.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { takeOverSession } from "./session.ts"
import styles from "./stopped-tab.module.css"
import type { Stopped } from "./tab-session.ts"
import * as texts from "./texts.ts"

/** Replaces the screens of a customer when another customer signed in with this browser. */
export default function StoppedTab({ stopped }: { stopped: Stopped }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { was, now } = stopped

  // The focused element has been removed.
  useEffect(() => heading.current?.focus(), [])

  function goOn() {
    takeOverSession()
    navigate("/", { replace: true })
  }

  return (
    <Card className={styles.card}>
      <h1 ref={heading} tabIndex={-1}>
        {texts.thisTabHasStopped}
      </h1>
      <div role="alert" className={styles.words}>
        <p>{sentenceOf(now)}</p>
        {was && <p>{texts.tabWasFor(nameOf(was))}</p>}
      </div>
      <p>{texts.youCanCloseThisTab}</p>
      <Button look="secondary" onClick={goOn}>
        {now ? texts.continueWithInThisTab(nameOf(now)) : texts.goToLogIn}
      </Button>
    </Card>
  )
}

function sentenceOf(now: StoredUser | null): string {
  if (!now) return texts.anotherSignedIn
  if (now.csUserid === undefined) return texts.otherSignedIn(nameOf(now))
  return texts.nowActingFor(nameOf(now))
}

function nameOf({ firstName, lastName }: StoredUser): string {
  return `${firstName} ${lastName}`.trim()
}
