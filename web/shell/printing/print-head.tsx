import { useEffect, useRef } from "react"
import { useClient } from "#web/brands/init.ts"
import { useUser } from "#web/identity/session/session.ts"
import styles from "./print-head.module.css"
import * as texts from "./texts.ts"

/** Brand, customer and date, at the top of each printed screen. */
export function PrintHead() {
  const { clientName, timeZone } = useClient()
  const user = useUser()
  const date = useRef<HTMLParagraphElement>(null)

  // The screen may have been opened on an earlier day, and printing waits for no render.
  useEffect(() => {
    const update = () => {
      if (date.current) date.current.textContent = texts.printedOn(dayInWords(timeZone))
    }
    update()
    addEventListener("beforeprint", update)
    return () => removeEventListener("beforeprint", update)
  }, [timeZone])

  return (
    <div className={styles.head}>
      <p className={styles.brand}>{clientName}</p>
      {user && (
        <p>
          {user.firstName} {user.lastName}
        </p>
      )}
      <p ref={date} />
    </div>
  )
}

/** The client's day, such as "March 2, 2026". */
function dayInWords(timeZone: string): string {
  return new Date().toLocaleDateString("en-US", { dateStyle: "long", timeZone })
}
