type Edge = "top" | "bottom"

/** Refs for a sticky bar at an edge of the page, or of the dialog that contains it. */
export const stickyTop = (bar: HTMLElement | null) => (bar ? keepClear(bar, "top") : undefined)
export const stickyBottom = (bar: HTMLElement | null) =>
  bar ? keepClear(bar, "bottom") : undefined

/**
 * Sets `--covered-top` or `--covered-bottom` of the page or dialog to the height of the bar, so
 * that scroll padding keeps the focused control clear of the bar at any text size. A bar that is
 * not sticky has no effect. Returns a cleanup function.
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
