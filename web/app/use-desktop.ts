import { useSyncExternalStore } from "react"

// Paper shows what a wide window does, whatever the width that the browser prints at.
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
