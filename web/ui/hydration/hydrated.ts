import { useLayoutEffect, useState, useSyncExternalStore } from "react"

/** Set if the server rendered the screen, until React hydrates the screen and calls it. */
export const firstPaint: { takeOver?: () => void } = {}

const never = () => () => {}

/**
 * False while React hydrates the server's HTML, and true afterward. Read data that only this
 * browser has when it is true. It turns true before the next paint.
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
