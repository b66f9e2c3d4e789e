import { useSyncExternalStore } from "react"
import { isInThisDocument, startApart } from "./own-document.ts"

const listeners = new Set<() => void>()

let shownPath = ""
/** In a separate file: most brands have no scripts. */
let crossing: Promise<typeof import("./crossing.ts")> | undefined

/**
 * Keeps screens that can contain a card form and screens with brand scripts in separate documents.
 * Call it when the document starts.
 */
export function keepDocumentsApart(hasBrandScripts: boolean): void {
  if (!hasBrandScripts) return
  startApart()
  crossing = import("./crossing.ts")
}

/** Opens a screen. `state` is stored in the history entry. */
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

/** The path of the visible screen: the previous one while another document loads. */
export function usePath(): string {
  return useSyncExternalStore(followPath, () => {
    if (isInThisDocument(location.pathname)) shownPath = location.pathname
    return shownPath
  })
}

/** Calls `listener` after each change of the address. Returns a function that stops it. */
export function followPath(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener("popstate", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("popstate", listener)
  }
}

/**
 * Follows links to screens without a page load, anywhere in the page, including managed content.
 * The browser handles every other use of a link.
 *
 * Returns a function that stops it.
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
