/**
 * Scrolls to a new message, and moves the focus to it if the focused control is out of view then,
 * so that view and focus agree. Returns a cleanup function.
 */
export function showMessage(area: HTMLElement | null): () => void {
  area?.scrollIntoView({ block: "nearest", behavior: "instant" })
  // Later than a closing dialog returns the focus.
  const frame = requestAnimationFrame(() => {
    if (!isFocusInView()) area?.focus({ preventScroll: true })
  })
  return () => cancelAnimationFrame(frame)
}

/** Whether the person sees the focused control. */
function isFocusInView(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  const { top, right, bottom, left } = activeElement.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return hit !== null && (activeElement.contains(hit) || hit.contains(activeElement))
}
