import { useSyncExternalStore } from "react"

const query = "(min-width: 768px)"

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
