import { useSyncExternalStore } from "react"

// Print shows the desktop layout, at any print width.
const query = "(min-width: 768px), print"

/** Whether the window is 768 px or wider. */
export function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, isDesktop, () => true)
}

function subscribe(listener: () => void) {
  const list = matchMedia(query)
  list.addEventListener("change", listener)
  return () => list.removeEventListener("change", listener)
}

function isDesktop() {
  return matchMedia(query).matches
}
