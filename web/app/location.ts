import { useSyncExternalStore } from "react"
import { isOutdated } from "#web/calls/release.ts"
import type { SavedState } from "#web/forms/history-state.ts"
import { leaveDialogs } from "#web/ui/leave-dialogs.ts"
import { isInThisDocument, startApart } from "./own-document.ts"

const listeners = new Set<() => void>()

let shownPath = ""
/** In a separate file, which the first screen does not need. */
const loadCrossing = () => import("./full-page-navigation.ts")

/**
 * Keeps screens that can contain a card form in separate documents, which alone may load the
 * gateway. Call it when the document starts.
 */
export function keepDocumentsApart(hasBrandScripts: boolean): void {
  startApart(hasBrandScripts)
  void loadCrossing()
}

interface Options {
  replace?: boolean
  /** Stored in the history entry. */
  state?: SavedState | null
}

/** Opens a screen. The history entries of open dialogs are removed first. */
export function navigate(path: string, options?: Options): void {
  if (history.state?.dialog) void leaveDialogs().then(() => open(path, options))
  else open(path, options)
}

function open(path: string, { replace = false, state = null }: Options = {}): void {
  function show() {
    history[replace ? "replaceState" : "pushState"](state, "", path)
    for (const listener of listeners) listener()
  }
  const isHere = isInThisDocument(path)
  if (isHere && !isOutdated()) show()
  else {
    loadCrossing()
      .then((it) => (it.mustStay(isHere) ? show() : it.navigateWithReload(path, replace, state)))
      .catch(() => location.assign(path))
  }
}

/** Whether a screen of the previous document led to this one. Returns true only once. */
export function endCrossing(): boolean {
  const { isCrossing, ...state } = history.state ?? {}
  if (!isCrossing) return false
  history.replaceState(Object.keys(state).length > 0 ? state : null, "")
  return true
}

/** The path of the visible screen, which is still the previous one while another document loads. */
export function usePath(): string {
  return useSyncExternalStore(followPath, pathNow, pathNow)
}

function pathNow(): string {
  const path = globalThis.location?.pathname
  if (path && isInThisDocument(path)) shownPath = path
  return shownPath
}

/** Sets the path during server rendering, where there is no address bar. */
export function showPath(path: string): void {
  shownPath = path
}

/** Calls `listener` after each change of the address. Returns a function that unsubscribes it. */
export function followPath(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener("popstate", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("popstate", listener)
  }
}

/**
 * Opens links to screens without a page load, anywhere in the page, including managed content. The
 * browser handles every other use of a link.
 *
 * Returns a function that stops this.
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
