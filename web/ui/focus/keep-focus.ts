import { focusAgain } from "./focus-again.ts"

/**
 * A ref for a screen or dialog. When the focused control disappears, the heading of the dialog, tab
 * or screen takes the focus. Returns a cleanup function.
 */
export function keepFocus(screen: HTMLElement | null): (() => void) | undefined {
  if (!screen) return undefined
  let last: EventTarget | null = null
  const remember = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver(() => {
    if (last instanceof Node && !last.isConnected) focusAgain()
  })
  screen.addEventListener("focusin", remember)
  observer.observe(screen, { childList: true, subtree: true })
  return () => {
    screen.removeEventListener("focusin", remember)
    observer.disconnect()
  }
}
