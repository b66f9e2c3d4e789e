import { useSyncExternalStore } from "react"

// Print shows the desktop layout, at any print width.
const desktop = media("(min-width: 48rem), print")
const wide = media("(min-width: 64rem), print")

/** Whether the window is 48rem or wider: 768 px, and more if the browser enlarges text. */
export function useDesktop(): boolean {
  return useSyncExternalStore(desktop.subscribe, desktop.matches, () => true)
}

/** Whether the window is 64rem or wider. */
export function useWide(): boolean {
  return useSyncExternalStore(wide.subscribe, wide.matches, () => true)
}

function media(query: string) {
  return {
    subscribe(listener: () => void) {
      const list = matchMedia(query)
      list.addEventListener("change", listener)
      return () => list.removeEventListener("change", listener)
    },
    matches: () => matchMedia(query).matches,
  }
}
