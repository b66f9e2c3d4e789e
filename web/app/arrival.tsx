import { useEffect } from "react"

let arrivedAt: string | undefined

/**
 * Sets the tab's title when a screen appears and, except for the first screen, moves the focus to
 * its heading for keyboard and screen reader.
 */
export function Arrival({ path, title }: { path: string; title: string }) {
  useEffect(() => {
    document.title = title
    const from = arrivedAt
    arrivedAt = path
    if (from === undefined || from === path) return
    scrollTo({ top: 0, behavior: "instant" })
    const heading = document.querySelector<HTMLElement>("main h1")
    heading?.setAttribute("tabindex", "-1")
    heading?.focus({ preventScroll: true })
  }, [path, title])
  return null
}
