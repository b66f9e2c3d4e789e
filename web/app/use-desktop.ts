import { useSyncExternalStore } from "react"

// Print shows the desktop layout, at any print width.
const query = "(min-width: 48rem), print"

/** Whether the window is 48rem or wider: 768 px, and more if the browser enlarges text. */
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
