import { focusHeading } from "./focus-heading.ts"

/**
 * If the focused control was removed, moves the focus to the heading of the dialog, tab or screen.
 */
export function focusAgain(): void {
  const { activeElement, body } = document
  // Browsers keep the focus in a closed dialog until the next frame.
  if (activeElement !== body && !activeElement?.closest("dialog:not([open])")) return
  focusHeading(
    document.querySelector<HTMLElement>("dialog:modal h2,main h2[data-tab-heading]") ?? undefined,
  )
}
