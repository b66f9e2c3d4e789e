import { useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"

/**
 * Keeps a selected row in its place on the screen, although the row above it closes: the page scrolls
 * by as much as the row moved. Where the page cannot scroll that far up, `space` above the list takes
 * the rest, in pixels.
 */
export function useSteadyRows(selected: string | undefined) {
  const kept = useRef<{ row: Element; top: number } | null>(null)
  const [space, setSpace] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after each selection
  useLayoutEffect(() => {
    if (!kept.current) return
    const { row, top } = kept.current
    kept.current = null
    const moved = row.getBoundingClientRect().top - top
    const from = scrollY
    scrollBy({ top: moved, behavior: "instant" })
    const missing = scrollY - from - moved
    if (missing > 1) setSpace(space + missing)
  }, [selected])

  useLayoutEffect(() => {
    if (space === 0) return
    // The space goes when it is above the visible part.
    const onScroll = () => {
      if (scrollY < space) return
      flushSync(() => setSpace(0))
      scrollBy({ top: -space, behavior: "instant" })
    }
    addEventListener("scroll", onScroll, { passive: true })
    return () => removeEventListener("scroll", onScroll)
  }, [space])

  return {
    space,
    /** Call it with the row before it is selected. */
    keep(row: Element) {
      kept.current = { row, top: row.getBoundingClientRect().top }
    },
  }
}
