import { useSyncExternalStore } from "react"
import { isInThisDocument, startApart } from "./own-document.ts"

const listeners = new Set<() => void>()

let shownPath = ""
/** In a file of its own: most brands have no scripts. */
let crossing: Promise<typeof import("./crossing.ts")> | undefined

/**
 * Keeps the screens that can hold a card form and the brand's scripts in documents of their own.
 * To be called as the document starts.
 */
export function keepDocumentsApart(hasBrandScripts: boolean): void {
  if (!hasBrandScripts) return
  startApart()
  crossing = import("./crossing.ts")
}

/** Goes to a screen. `state` goes with the history's entry, and comes back with it. */
export function navigate(
  path: string,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  if (isInThisDocument(path)) {
    history[replace ? "replaceState" : "pushState"](state, "", path)
    for (const listener of listeners) listener()
  } else {
    crossing?.then((it) => it.cross(path, replace, state)).catch(() => location.assign(path))
  }
}

/** The path of the screen that is shown: as long as another document loads, the one before. */
export function usePath(): string {
  return useSyncExternalStore(followPath, () => {
    if (isInThisDocument(location.pathname)) shownPath = location.pathname
    return shownPath
  })
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
