import { focusHeading } from "./focus-heading.ts"

/** Moves the focus that a removed control has lost to the heading of the dialog, tab or screen. */
export function focusAgain(): void {
  const { activeElement, body } = document
  // The browser leaves a closed dialog only with its next frame.
  if (activeElement !== body && !activeElement?.closest("dialog:not([open])")) return
  focusHeading(
    document.querySelector<HTMLElement>("dialog:modal h2,main h2[data-tab-heading]") ?? undefined,
  )
}
