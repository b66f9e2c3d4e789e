type Edge = "top" | "bottom"

/** Refs for a bar that stays at an edge of the page, or of the dialog that contains it. */
export const stickyTop = (bar: HTMLElement | null) => (bar ? keepClear(bar, "top") : undefined)
export const stickyBottom = (bar: HTMLElement | null) =>
  bar ? keepClear(bar, "bottom") : undefined

/**
 * Sets `--covered-top` or `--covered-bottom` of the page or dialog to the height of the bar, so that
 * its scroll padding keeps the focused control clear of the bar, at every text size. A bar that does
 * not stay covers nothing. Returns the end of it.
 */
function keepClear(bar: HTMLElement, edge: Edge): () => void {
  const { style } = bar.closest("dialog") ?? document.documentElement
  const name = `--covered-${edge}`
  const measure = () => {
    const stays = getComputedStyle(bar).position === "sticky"
    style.setProperty(name, stays ? `${bar.offsetHeight}px` : "0px")
  }
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  addEventListener("resize", measure)
  return () => {
    observer.disconnect()
    removeEventListener("resize", measure)
    style.removeProperty(name)
  }
}
