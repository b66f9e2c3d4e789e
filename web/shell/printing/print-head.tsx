import { useEffect, useRef } from "react"
import { useClient } from "#web/brands/init.ts"
import { useUser } from "#web/identity/session/session.ts"
import * as texts from "../texts.ts"
import styles from "./print-head.module.css"

/** Brand, customer and date at the top of each printed screen. */
export function PrintHead() {
  const { clientName, timeZone } = useClient()
  const user = useUser()
  const date = useRef<HTMLParagraphElement>(null)

  // The date is set just before printing, because formatting it takes longer on a phone than
  // rendering a screen. It bypasses React, because printing does not wait for a render.
  useEffect(() => {
    const printing = matchMedia("print")
    const update = () => {
      if (date.current) date.current.textContent = texts.printedOn(fullDay(timeZone))
    }
    if (printing.matches) update()
    printing.addEventListener("change", update)
    addEventListener("beforeprint", update)
    return () => {
      printing.removeEventListener("change", update)
      removeEventListener("beforeprint", update)
    }
  }, [timeZone])

  return (
    <div className={styles.head}>
      <p className={styles.brand} translate="no">
        {clientName}
      </p>
      {user && <p translate="no">{`${user.firstName} ${user.lastName}`}</p>}
      <p ref={date} />
    </div>
  )
}

/**
 * The client's day as text, such as "Mar 2, 2026". The login page has no space for
 * contracts/dates.ts.
 */
function fullDay(timeZone: string): string {
  return new Date().toLocaleDateString("en-US", { dateStyle: "medium", timeZone })
}
