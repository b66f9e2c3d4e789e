import { useEffect } from "react"

let arrivedAt: string | undefined

/**
 * Stands beside a screen and says that it is there: the tab gets its title, and, unless it is the
 * first screen, keyboard and screen reader start at its heading.
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
