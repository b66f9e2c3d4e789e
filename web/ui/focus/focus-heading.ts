/** Moves the focus to a heading, where keyboard and screen reader then continue. */
export function focusHeading(heading = document.querySelector<HTMLElement>("main h1")): void {
  heading?.setAttribute("tabindex", "-1")
  heading?.focus({ preventScroll: true })
}
