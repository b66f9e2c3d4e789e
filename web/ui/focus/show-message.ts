/**
 * Scrolls to a new message. If the focused control is out of view then, shows both where they fit,
 * and otherwise moves the focus to the message, so that view and focus agree. Returns a cleanup
 * function.
 */
export function showMessage(area: HTMLElement | null): () => void {
  area?.scrollIntoView({ block: "nearest", behavior: "instant" })
  // Later than a closing dialog returns the focus.
  const frame = requestAnimationFrame(() => {
    const { activeElement } = document
    if (!area || !activeElement || activeElement === document.body) return
    if (isInView(activeElement)) return
    activeElement.scrollIntoView({ block: "nearest", behavior: "instant" })
    if (isInView(area) && area.getBoundingClientRect().top >= 0) return
    area.scrollIntoView({ block: "nearest", behavior: "instant" })
    area.focus({ preventScroll: true })
  })
  return () => cancelAnimationFrame(frame)
}

/** Whether the person sees the middle of an element. */
function isInView(element: Element): boolean {
  const { top, right, bottom, left } = element.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return hit !== null && (element.contains(hit) || hit.contains(element))
}
