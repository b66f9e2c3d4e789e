import { useEffect, useState } from "react"
import { navigate } from "#web/app/location.ts"
import { call } from "#web/calls/api.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { noteActivity, noteExtension, wasActiveElsewhere } from "./activity.ts"
import { explainEnd } from "./end-message.ts"
import {
  clockTime,
  isExtensionDue,
  secondsUntilLogout,
  spokenTime,
  warningSeconds,
} from "./idle-clock.ts"
import { clearSession, useStaffUser } from "./session.ts"
import { signOut } from "./sign-out.ts"
import * as texts from "./texts.ts"

const activities = ["mousemove", "mousedown", "wheel", "keydown", "touchstart"] as const
const noteEveryMilliseconds = 1_000

/** Logs the person out after a time without activity, with a warning first. */
export function IdleWatch() {
  const [left, setLeft] = useState(() => secondsUntilLogout(Date.now()))
  // Stays until the person answers it. If it closed at the first mouse movement, no one could read
  // it.
  const [warns, setWarns] = useState(false)
  const isStaff = useStaffUser() !== null

  useEffect(() => {
    const stopNoting = noteActivities()
    function tick() {
      const now = Date.now()
      const seconds = secondsUntilLogout(now)
      setLeft(seconds)
      if (seconds <= 0) {
        stop()
        void signOutIdle({ isStaff })
        return
      }
      if (seconds <= warningSeconds) setWarns(true)
      else if (wasActiveElsewhere(now)) setWarns(false)
      if (isExtensionDue(now)) extend(now)
    }
    function stop() {
      clearInterval(timer)
      stopNoting()
      document.removeEventListener("visibilitychange", tick)
    }
    const timer = setInterval(tick, 1000)
    // A tab that was suspended catches up as soon as it is visible.
    document.addEventListener("visibilitychange", tick)
    return stop
  }, [isStaff])

  function stay() {
    noteActivity(Date.now())
    setWarns(false)
  }

  return (
    <Dialog open={warns} title={texts.areYouStillThere} closable={false} onClose={stay}>
      <Remaining seconds={left} />
      <DialogActions>
        <Button onClick={stay}>{texts.staySignedIn}</Button>
        <Button look="secondary" onClick={() => void signOut()}>
          {texts.logOut}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Remaining({ seconds }: { seconds: number }) {
  if (seconds > warningSeconds) return <p role="status">{texts.youAreStillSignedIn}</p>
  return (
    <>
      <p aria-hidden="true">{texts.loggedOutIn(clockTime(seconds))}</p>
      <VisuallyHidden>
        <span role="status">{texts.loggedOutInSpoken(spokenTime(seconds))}</span>
      </VisuallyHidden>
    </>
  )
}

function noteActivities(): () => void {
  let noted = 0
  function note() {
    const now = Date.now()
    // The clock may have been set back.
    if (Math.abs(now - noted) < noteEveryMilliseconds) return
    noted = now
    noteActivity(now)
  }
  const options = { passive: true, capture: true }
  for (const activity of activities) addEventListener(activity, note, options)
  return () => {
    for (const activity of activities) removeEventListener(activity, note, options)
  }
}

/**
 * A failure needs no message: the next minute tries again, and the end of a session has its own
 * message.
 */
function extend(now: number) {
  noteExtension(now)
  call("POST /appauth/session/extend", {}).catch((error) => {
    console.warn("The session could not be extended:", error)
  })
}

/**
 * Ends the session of an inactive person, even if the server cannot be reached, because the
 * server's clock ends it too. At the support site, only the server's clock does this: staff may be
 * busy at a customer's site, and logging out would end their work there.
 */
async function signOutIdle({ isStaff }: { isStaff: boolean }): Promise<void> {
  const ended = isStaff ? undefined : call("POST /appauth/logout", {}).catch(warn)
  clearSession("idle")
  explainEnd()
  navigate("/")
  await ended
}

function warn(error: unknown) {
  console.warn("The server could not be notified of the logout:", error)
}
