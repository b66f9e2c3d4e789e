/** Maximum milliseconds between the two taps of a double tap. */
const tapMilliseconds = 350
/** Maximum distance, in pixels, between the two taps of a double tap. */
const tapDistance = 12

/**
 * Ignores the second click of a double click if it lands on another control than the first one,
 * because the first click has moved, opened or closed something under the pointer. Call it once per
 * page.
 */
export function ignoreMisplacedClicks(): void {
  let last: MouseEvent | undefined
  let lastControl: Element | null
  let lastText: string | null | undefined

  function check(event: MouseEvent) {
    const control = controlOf(event)
    const text = control?.textContent
    const isPress = event.type === "mousedown"
    if (last && isSecond(event, last)) {
      // Pressing a button a second time would take the focus from the field that the first click
      // opened. The page may move between press and release.
      const isMisplaced = control !== lastControl || text !== lastText
      if (isMisplaced || (isPress && control instanceof HTMLButtonElement)) event.preventDefault()
      if (isMisplaced) return event.stopPropagation()
    }
    if (isPress) return
    last = event
    lastControl = control
    lastText = text
  }
  addEventListener("click", check, true)
  addEventListener("mousedown", check, true)
}

/** Keyboard and scripted clicks have a detail of 0. Some browsers do not count taps. */
function isSecond(event: MouseEvent, earlier: MouseEvent): boolean {
  return (
    event.detail > 1 ||
    (event.detail > 0 &&
      (event as PointerEvent).pointerType === "touch" &&
      event.timeStamp - earlier.timeStamp < tapMilliseconds &&
      Math.hypot(event.clientX - earlier.clientX, event.clientY - earlier.clientY) < tapDistance)
  )
}

/** A label counts as its field, because a click on it also clicks the field. */
function controlOf({ target }: MouseEvent): Element | null {
  const control =
    target instanceof Element ? target.closest("a, button, input, select, label, summary") : null
  return (control instanceof HTMLLabelElement && control.control) || control
}
