/** Moves the focus to a heading, so that keyboard and screen reader continue from there. */
export function focusHeading(heading = document.querySelector<HTMLElement>("main h1")): void {
  heading?.setAttribute("tabindex", "-1")
  heading?.focus({ preventScroll: true })
}
