import { useLayoutEffect, useState, useSyncExternalStore } from "react"

/** Set where the server has rendered the screen, until React has taken the screen over and calls it. */
export const firstPaint: { takeOver?: () => void } = {}

const never = () => () => {}

/**
 * False while React takes over the HTML that the server rendered, and true afterward. What only
 * this browser knows is read when it is true. It turns true before the next paint.
 */
export function useHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [, renderAgain] = useState(isHydrated)
  useLayoutEffect(() => renderAgain(true), [])
  return isHydrated
}
