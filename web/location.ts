import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()

/** Goes to a screen. `state` goes with the history's entry, and comes back with it. */
export function navigate(
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  history[replace ? "replaceState" : "pushState"](state, "", path)
  for (const listener of listeners) listener()
}

export function usePath(): string {
  return useSyncExternalStore(followPath, () => location.pathname)
}

/** Calls `listener` after each change of the address. Returns what ends it. */
export function followPath(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener("popstate", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("popstate", listener)
  }
}

/**
 * Follows links to screens without loading the page anew, wherever they stand, managed content
 * included. Whatever else a person does with a link is the browser's.
 *
 * Returns what ends it.
 */
export function followLinks(isScreen: (path: string) => boolean): () => void {
  function follow(event: MouseEvent) {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (event.defaultPrevented || button !== 0) return
    if (ctrlKey || metaKey || shiftKey || altKey) return
    const link = target instanceof Element ? target.closest("a") : null
    if (!link || link.origin !== location.origin || link.target || link.download) return
    if (link.hash || !isScreen(link.pathname)) return
    event.preventDefault()
    navigate(link.pathname + link.search, { replace: link.pathname === location.pathname })
  }
  document.addEventListener("click", follow)
  return () => document.removeEventListener("click", follow)
}
