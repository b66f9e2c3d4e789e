import { useEffect, useLayoutEffect } from "react"
import { focusHeading } from "#web/ui/focus/focus-heading.ts"
import { firstPaint } from "#web/ui/hydration/hydrated.ts"

let arrivedAt: string | undefined

/**
 * Sets the tab's title when a screen appears and, except for the first screen, moves the focus to
 * its heading for keyboard and screen reader.
 */
export function Arrival({ path, title }: { path: string; title: string }) {
  useLayoutEffect(() => firstPaint.takeOver?.(), [])
  useEffect(() => {
    document.title = title
    const from = arrivedAt
    arrivedAt = path
    if (from === undefined || from === path) return
    scrollTo({ top: 0, behavior: "instant" })
    focusHeading()
  }, [path, title])
  return null
}
