// The pages that a frame opens are entries in the history of the tab, and some browsers keep them
// when the frame is removed. Back would then change nothing, once for each of these entries.

/** Browsers drop the first entries beyond this number, which moves all others. */
const mostEntries = 50

/**
 * Keeps the place of the current screen in the history, while it is the last entry. The place stays
 * unknown if it is not, or if the browser cannot tell.
 */
export function keepPlace(): void {
  if (place() !== undefined || typeof navigation === "undefined" || navigation.canGoForward) return
  history.replaceState({ ...history.state, place: history.length }, "")
}

/** Makes the page in a frame of this site the last entry, so that the length tells its place. */
export function endHistoryAt(frame: Window): void {
  frame.history.pushState(null, "")
}

/** Goes from the last entry to that of the screen, after the frame was removed. */
export function goToPlace(): void {
  const own = place()
  if (own !== undefined && own < history.length && history.length < mostEntries) {
    history.go(own - history.length)
  }
}

function place(): number | undefined {
  return (history.state as { place?: number } | null)?.place
}
